import { customers, events, projects, webhookDeliveries } from '@mediajobs/db/schema'
import { sharedApp, type TestOrganization } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import { eventually } from '@mediajobs/testing/eventually'
import { startDispatcher } from '@mediajobs/testing/service/process'
import { and, eq } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const { orm } = service.store.sql
await startDispatcher(t, service.databaseUrl)

async function studio() {
  const org = await service.createOrg()
  return { org, ...importerOf(service, org) }
}

const person = (n: number) => ({
  externalId: `c-${n}`,
  name: `Customer ${n}`,
  email: `customer${n}@import.test`,
})

function eventsNamed(
  { organizationId }: TestOrganization,
  name: (typeof events.name)['_']['data'],
) {
  return orm.$count(events, and(eq(events.organizationId, organizationId), eq(events.name, name)))
}

// How often a dispatcher polls for imports that weren't announced.
const POLL_MS = 5_000

t.test('an import wakes a dispatcher instead of waiting for its poll', async (t) => {
  const { send, ended } = await studio()
  const beganMs = performance.now()
  const ns = [1, 2, 3, 4, 5, 6]
  for (const n of ns) await ended(await send('customers', [person(n)]))
  t.ok(performance.now() - beganMs < (ns.length - 2) * POLL_MS, 'one after the other')
})

t.test(
  'a customer import is accepted immediately and runs in the background [c8-import, c8-record, c8-progress]',
  async (t) => {
    const { org, send, ended, rows, get } = await studio()
    const accepted = await send('customers', [person(1), person(2), person(3)])
    t.equal(accepted.status, 202)
    t.equal(accepted.headers.location, `/bulk-imports/${accepted.body.id}`)
    t.strictSame(accepted.body, {
      id: accepted.body.id,
      organizationId: org.organizationId,
      kind: 'CUSTOMERS',
      status: 'PENDING',
      dryRun: false,
      emitEvents: true,
      total: 3,
      succeeded: 0,
      failed: 0,
      skipped: 0,
      ignoredFields: [],
      fileSha256: null,
      createdAt: accepted.body.createdAt,
      finishedAt: null,
    })
    const done = await ended(accepted)
    t.match(done, { status: 'COMPLETED', total: 3, succeeded: 3, failed: 0, finishedAt: /Z$/ })
    const [first] = await rows(done.id)
    t.strictSame(first, {
      number: 1,
      externalId: 'c-1',
      status: 'SUCCEEDED',
      messages: [],
      fields: [],
      recordId: first.recordId,
    })
    t.match((await get(`/customers/${first.recordId}`)).body, { ...person(1), phone: null })
    t.equal(await eventsNamed(org, 'CUSTOMER_CREATED'), 3)
    t.strictSame((await get('/bulk-imports')).body, { data: [done], nextCursor: null })
  },
)

t.test(
  'importing a file again changes nothing; a changed row updates its record [c8-external-id]',
  async (t) => {
    const { org, send, ended, rows, get } = await studio()
    const file = [{ ...person(1), phone: '1' }, person(2)]
    const first = await ended(await send('customers', file))
    const before = (await get('/customers')).body
    const again = await ended(await send('customers', file))
    t.match(again, { succeeded: 2, failed: 0 })
    t.strictSame((await get('/customers')).body, before)
    t.strictSame(await rows(again.id), await rows(first.id))
    t.equal(await eventsNamed(org, 'CUSTOMER_UPDATED'), 0)

    await ended(await send('customers', [{ ...person(1), name: 'Renamed' }, person(2)]))
    const [{ recordId }] = await rows(first.id)
    t.match((await get(`/customers/${recordId}`)).body, { name: 'Renamed', phone: '1' })
    t.equal(await eventsNamed(org, 'CUSTOMER_UPDATED'), 1)
    t.equal(await eventsNamed(org, 'CUSTOMER_CREATED'), 2)
  },
)

t.test(
  'an invalid row fails with the messages of the API; the others are imported [c8-progress, c8-bad-row, c11-import-messages]',
  async (t) => {
    const { org, send, ended, rows, get } = await studio()
    const taken = { name: 'T', email: 'customer9@import.test' }
    await service.request('POST', '/customers', { key: org.key, body: taken })
    const accepted = await send('customers', [
      { externalId: 'bad', name: '', email: 'nobody', phone: 5 },
      person(1),
      { name: 'No id', email: 'no-id@import.test' },
      { ...person(2), externalId: 'c-1' },
      { ...person(9) },
      person(3),
    ])
    t.match(accepted.body, { total: 6, failed: 3 }, 'invalid rows have already failed')
    const { id } = await ended(accepted)
    t.match((await get(`/bulk-imports/${id}`)).body, { succeeded: 2, failed: 4 })
    const failed = await rows(id, 'status=FAILED')
    const single = await service.request('POST', '/customers', {
      key: org.key,
      body: { externalId: 'bad', name: '', email: 'nobody', phone: 5 },
    })
    t.strictSame(
      failed.map(({ number, externalId, messages }: Record<string, unknown>) => [
        number,
        externalId,
        messages,
      ]),
      [
        [1, 'bad', single.body.message],
        [3, null, ['externalId is required']],
        [4, 'c-1', ['externalId repeats that of row 2']],
        [5, 'c-9', ['email: Another customer already has this email.']],
      ],
    )
    const page = (await get(`/bulk-imports/${id}/rows?limit=3`)).body
    const rest = (await get(`/bulk-imports/${id}/rows?limit=3&cursor=${page.nextCursor}`)).body
    t.strictSame(
      [...page.data, ...rest.data].map(({ number }) => number),
      [1, 2, 3, 4, 5, 6],
    )
    t.equal(rest.nextCursor, null)
    const elsewhere = `/bulk-imports/${id}/rows?status=FAILED&cursor=${page.nextCursor}`
    t.equal((await get(elsewhere)).status, 400)
  },
)

t.test('projects imported as CSV can refer to customers imported before [c8-import]', async (t) => {
  const { org, send, sendCsv, ended, rows, get } = await studio()
  await send('customers', [person(1)])
  const csv = [
    '\uFEFFexternalId,scheduledTime,addressLine1,city,lat,lng,mediaTypes,estimatedDuration,bookingAnswers,customerExternalId,colour,notes',
    'p-1,2026-05-01T09:30:00+02:00,"Main St 1, ""rear"" yard",Bern,46.9,7.4,PHOTO; VIDEO,90,"[{""question"":""Dog?"",""answer"":""no""}]",c-1,red,"Ring\ntwice"',
    'p-2,2026-05-02T09:30:00Z,,,,,,,,,blue,',
    'p-3,2026-05-02T09:30:00,,,91,x,CINEMA,1.5,no,,,',
    'p-4,2026-05-02T09:30:00Z,,,,,,,,c-404,,',
  ].join('\r\n')
  const accepted = await sendCsv('projects', csv)
  t.equal(accepted.status, 202)
  t.equal(accepted.headers['x-ignored-fields'], 'rows[0].colour')
  const { id } = await ended(accepted)
  const [one, two, three, four] = await rows(id)
  const customer = (await get('/customers')).body.data[0]
  t.match((await get(`/projects/${one.recordId}`)).body, {
    scheduledTime: '2026-05-01T07:30:00.000Z',
    addressLine1: 'Main St 1, "rear" yard',
    notes: 'Ring\ntwice',
    city: 'Bern',
    lat: 46.9,
    lng: 7.4,
    mediaTypes: ['PHOTO', 'VIDEO'],
    estimatedDuration: 90,
    bookingAnswers: [{ question: 'Dog?', answer: 'no' }],
    customerId: customer.id,
    status: 'PENDING',
  })
  t.match((await get(`/projects/${two.recordId}`)).body, { city: null, mediaTypes: null })
  t.equal(three.status, 'FAILED')
  t.strictSame(three.messages.map((message: string) => message.split(' ')[0]).toSorted(), [
    'bookingAnswers',
    'estimatedDuration',
    'lat',
    'lng',
    'mediaTypes[0]',
    'scheduledTime',
  ])
  t.strictSame(four.messages, ['customerExternalId matches no customer'])
  t.equal(await eventsNamed(org, 'PROJECT_CREATED'), 2)

  const again = await ended(await sendCsv('projects', csv))
  t.match(again, { succeeded: 2, failed: 2 })
  t.equal((await get(`/projects/${one.recordId}`)).body.version, 1)
  t.equal((await get('/projects/status-counts')).body.PENDING, 2)
})

t.test('columns name fields in any case and spacing, once each [c8-import]', async (t) => {
  const { sendCsv, ended, rows, get } = await studio()
  const accepted = await sendCsv(
    'customers',
    'ExternalID , NAME,Email,Colour\nc-1,Ann,ann@import.test,red',
  )
  t.equal(accepted.headers['x-ignored-fields'], 'rows[0].Colour')
  const { id } = await ended(accepted)
  const [{ recordId }] = await rows(id)
  t.match((await get(`/customers/${recordId}`)).body, {
    externalId: 'c-1',
    email: 'ann@import.test',
  })
  const twice = await sendCsv('customers', 'externalId,name,Email,email\nc-1,Ann,a@b.test,')
  t.equal(twice.status, 400)
  t.strictSame(twice.body.message, ['body has the column email twice in its header'])
})

t.test('a failed row names its invalid fields [c11-import-messages]', async (t) => {
  const { send, ended, rows, org } = await studio()
  await ended(await send('customers', [person(1)]))
  const project = { externalId: 'p-1', scheduledTime: '2026-05-01T09:30:00Z' }
  const unknown = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'
  const projectImport = await ended(
    await send('projects', [
      { ...project, customerId: unknown, editorId: unknown, technicianId: org.userId },
      { ...project, externalId: 'p-2', packageId: 'x', selectedAddOnIds: ['x', 'y'] },
      { ...project, externalId: 'p-3', discountId: unknown, projectManagerId: org.userId },
    ]),
  )
  const message = 'There is nothing here with this id.'
  const code = 'unknown_reference'
  const missing = (...paths: string[]) => ({
    messages: paths.map((path) => `${path}: ${message}`),
    fields: paths.map((path) => ({ path, code, message })),
  })
  t.match(await rows(projectImport.id), [
    missing('customerId', 'editorId'),
    missing('packageId', 'selectedAddOnIds'),
    missing('discountId'),
  ])
  const customers = [{ ...person(5), name: 7 }, 'no object', { ...person(1), externalId: 'c-9' }]
  const [wrong, whole, taken] = await rows((await ended(await send('customers', customers))).id)
  t.match(wrong.fields, [{ path: 'name', code: 'wrong_type', message: wrong.messages[0] }])
  t.match(whole.fields, [{ path: '', code: 'wrong_type', message: 'row must be an object' }])
  t.match(taken.fields, [{ path: 'email', code: 'duplicate_email' }])
})

t.test('a row matches a record created concurrently [c8-external-id]', async (t) => {
  const { org, send, ended, rows } = await studio()
  const { externalId, email } = person(1)
  const client = await service.store.database.pool.connect()
  t.teardown(() => client.release())
  await client.query('begin')
  await client.query(
    `insert into customers (organization_id, id, external_id, name, email)
     values ($1, uuid_v7(), $2, 'Other', $3)`,
    [org.organizationId, externalId, email],
  )
  const accepted = await send('customers', [person(1)])
  await eventually('the row waits', async () => {
    const waiting = `select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`
    return (await client.query(waiting)).rowCount === 1
  })
  await client.query('commit')
  const { id } = await ended(accepted)
  const [row] = await rows(id)
  t.match(row, { status: 'SUCCEEDED', messages: [] })
  const customer = await service.request('GET', `/customers/${row.recordId}`, { key: org.key })
  t.match(customer.body, person(1))
})

t.test('a dry run reports what would happen and writes nothing [c8-dry-run]', async (t) => {
  const { org, send, sendCsv, ended, rows } = await studio()
  await ended(await send('customers', [person(1)]))
  const file = [
    { ...person(1), name: 'Other', nickname: 'x' },
    person(2),
    { ...person(3), email: 'CUSTOMER2@import.test' },
    { ...person(4), email: 'CUSTOMER1@import.test' },
  ]
  const dry = await ended(await send('customers', file, { dryRun: true }))
  t.match(dry, { dryRun: true, succeeded: 2, failed: 2 })
  const [known, fresh, twice, taken] = await rows(dry.id)
  t.match(known, { status: 'SUCCEEDED', recordId: /^[0-9a-f-]{36}$/ })
  t.strictSame([dry.ignoredFields, known.messages], [['nickname'], []], 'once for the import')
  t.match(fresh, { status: 'SUCCEEDED', recordId: null })
  t.strictSame(twice.messages, ['email: Another customer already has this email.'])
  t.match(twice.fields, [{ path: 'email', code: 'duplicate_email' }])
  t.strictSame(taken.messages, ['email: Another customer already has this email.'])
  const csv = 'externalId,scheduledTime\np-1,2026-05-01T09:30:00Z\n'
  t.match(await ended(await sendCsv('projects', csv, '?dryRun=true')), { succeeded: 1 })

  const ofOrg = eq(customers.organizationId, org.organizationId)
  t.equal(await orm.$count(customers, ofOrg), 1)
  t.equal(await orm.$count(projects, eq(projects.organizationId, org.organizationId)), 0)
  t.equal(await orm.$count(events, eq(events.organizationId, org.organizationId)), 1)
  t.match(await ended(await send('customers', file)), { succeeded: 2, failed: 2 })
})

t.test(
  'an import with emitEvents false is in the event log but sends no webhook [c8-quiet]',
  async (t) => {
    const { org, send, ended } = await studio()
    await service.request('POST', '/webhooks/subscriptions', {
      key: org.key,
      body: { url: 'http://127.0.0.1:9/hook', events: ['CUSTOMER_CREATED'] },
    })
    const quiet = await send('customers', [person(1), person(2)], { emitEvents: false })
    t.match(await ended(quiet), { emitEvents: false, succeeded: 2 })
    const sent = () =>
      orm.$count(webhookDeliveries, eq(webhookDeliveries.organizationId, org.organizationId))
    t.equal(await eventsNamed(org, 'CUSTOMER_CREATED'), 2)
    t.equal(await sent(), 0)
    await ended(await send('customers', [person(3)]))
    t.equal(await sent(), 1)
  },
)

t.test(
  'a row without a price for its size fails alone, as JSON and as CSV [c17-size]',
  async (t) => {
    const { org, send, sendCsv, ended, rows, get } = await studio()
    const offer = {
      name: 'House',
      priceAmount: 1,
      currency: 'USD',
      sizeTiers: [{ upTo: 2_000, priceAmount: 25_000, durationMinutes: 45 }],
    }
    const made = await service.request('POST', '/packages', { key: org.key, body: offer })
    const packageId = made.body.id
    const scheduledTime = '2026-05-01T09:30:00Z'
    const sizes = [2_000, 2_001, undefined]
    const sent = sizes.map((propertySize, n) => ({
      externalId: `json-${n}`,
      scheduledTime,
      packageId,
      propertySize,
    }))
    const csv = ['externalId,scheduledTime,packageId,propertySize']
    for (const [n, size] of sizes.entries()) {
      csv.push(`csv-${n},${scheduledTime},${packageId},${size ?? ''}`)
    }
    for (const accepted of [
      await send('projects', sent),
      await sendCsv('projects', csv.join('\n')),
    ]) {
      const { id } = await ended(accepted)
      const [priced, tooLarge, unsized] = await rows(id)
      t.match((await get(`/projects/${priced.recordId}`)).body, {
        propertySize: 2_000,
        estimatedDuration: 45,
      })
      t.match(tooLarge, { status: 'FAILED', fields: [{ code: 'no_price_for_size' }] })
      t.match(unsized, { status: 'FAILED', fields: [{ path: 'propertySize', code: 'required' }] })
    }
  },
)
