import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@mediajobs/db/testing'
import { claimPreview } from '@mediajobs/operations/previews'
import { LEAST_ID } from '@mediajobs/operations/turns'
import { testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import {
  deepPath,
  deliveriesPath,
  documentedLists,
  type InterfaceList,
  interfaceLists,
  newest,
  withoutId,
} from '@mediajobs/testing/plans/interface-lists'
import { fillLargeStudio, LOGGED_DAYS } from '@mediajobs/testing/plans/large-studio'
import {
  daysRead,
  indexesOf,
  isSort,
  isWalk,
  nodesOf,
  type Plan,
  readsWithoutLimit,
  recordPlans,
  relationsOf,
  WHOLE_INDEX,
} from '@mediajobs/testing/plans/plan-recorder'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t, { type Test } from 'tap'
import { needsSuperuser } from './support/superuser.ts'

// docs/contract.md#c4-filter-cost: with one filter, a page costs the same at any list size. A query plan shows this for
// every size; a measured time shows it for one size.

await needsSuperuser(t)
const { url: databaseUrl } = await createTestDatabase(t)
const direct = await testApp(t, { databaseUrl })
const org = await direct.createOrg()
const studio = await fillLargeStudio(direct.store, databaseUrl, org.organizationId)
const { sql } = direct.store
// PostgreSQL plans a prepared statement for its values at first, then may switch to a generic plan.
const recorder = await recordPlans(t, databaseUrl, sql)
const generic = await recordPlans(t, databaseUrl, sql, ['plan_cache_mode=force_generic_plan'])
const service = await testApp(t, { databaseUrl: recorder.url })
const genericService = await testApp(t, { databaseUrl: generic.url })
const lists = [...interfaceLists(studio), ...studio.plainLists]

const LARGE_ROWS = 1_000
// PostgreSQL may use a generic plan from the sixth execution on.
const BATCHES = 7
const WAIT_LIMIT_MS = 30_000
const OFFER = { name: 'Photos', priceAmount: 100, currency: 'USD' }
const BOOKING = { scheduledTime: '2026-12-01T10:00:00Z', city: 'Springfield' }

async function get(path: string, by = service) {
  const { status, body } = await by.request('GET', path, { key: org.key })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

function planned(path: string): Promise<Plan[]> {
  return recorder.during(() => get(path))
}

/** The plans for the given values, and the generic plans of prepared statements. */
async function plannedTwice(path: string): Promise<Plan[]> {
  return [...(await planned(path)), ...(await generic.during(() => get(path, genericService)))]
}

/** The plans of the list's statement, excluding those of admission, which reads some of its tables. */
function ofList(plans: readonly Plan[], table: string): Plan[] {
  return plans.filter(
    ({ root, scans }) =>
      root['Node Type'] === 'Limit' && scans.some((scan) => scan.table === table),
  )
}

function expectWalk(t: Test, given: readonly Plan[], table: string, index: string): void {
  const plans = ofList(given, table)
  t.strictSame(indexesOf(plans, table), [index])
  t.strictSame(plans.flatMap((plan) => nodesOf(plan.root)).filter(isSort), [], 'nothing is sorted')
}

/** A page nine tenths into the list. */
async function deep(list: InterfaceList): Promise<string> {
  const { nextCursor } = await get(list.path)
  return deepPath(sql, org.organizationId, list, nextCursor)
}

for (const list of lists) {
  t.test(
    `any page of GET ${withoutId(list.path)} walks ${list.index} [c4-filter-cost, c14-unassigned]`,
    async (t) => {
      for (const path of [list.path, await deep(list)]) {
        const plans = await plannedTwice(path)
        t.ok(ofList(plans, list.table).length >= 2, 'both plans were recorded')
        expectWalk(t, plans, list.table, list.index)
      }
    },
  )
}

t.test('every list of the interface walks an index [c1-lists-keyset]', async (t) => {
  const shown = new Set(lists.map(({ path }) => withoutId(path.replace(/\?.*/, ''))))
  t.strictSame([...shown].sort(), [...documentedLists().keys()].sort())
})

// Filters whose pages aren't checked above, with the reason.
const NOT_WALKED: Record<string, string> = {
  '/projects visitTechnicianId': 'the projects of 1,000 visits at most, by their primary key',
  '/visits technicianId': 'a separate test below',
  '/visits scheduledFrom': 'a range of the walked index',
  '/visits scheduledTo': 'as scheduledFrom',
  '/customers id': 'a hundred at most, by their primary key: a separate test below',
  '/customers email': 'one customer at most has it, by a unique index',
  '/customers externalId': 'as by email: a separate test below',
  '/customers q': 'test/search-neighbours.test.ts counts what a search reads',
  '/customer-groups customerId': 'a customer is in one at most, found by a unique index',
  '/events since': 'a range of the ids, which are the order of the list',
  '/events until': 'as since',
  '/requests since': 'as for events',
  '/requests until': 'as for events',
  '/webhooks/deliveries eventId': 'found by event, in a separate test below',
  '/webhooks/deliveries lastAttemptSince': 'test/walked-deliveries.test.ts: a walk has a bound',
  '/webhooks/deliveries lastAttemptUntil': 'as lastAttemptSince',
  '/webhooks/deliveries projectId': 'as eventId',
  '/webhooks/deliveries since': 'as for events',
  '/webhooks/deliveries until': 'as for events',
  '/mails customerId': 'an organization has at most 2,000 mails a day, kept for 30 days',
  '/mails kind': 'as customerId',
  '/mails projectId': 'as customerId',
  '/mails status': 'as customerId',
  '/mails userId': 'as customerId',
  '/users/…/time-off from': 'a person has at most 200 entries',
  '/users/…/time-off to': 'as from',
  '/invoices updatedSince': 'a separate test below: its cost grows with its matches',
  '/payments updatedSince': 'as for invoices',
  '/payments since': 'a range of the order of the list',
  '/payments until': 'as since',
  '/projects q': 'as for customers',
  '/users id': 'as for customers',
  '/orders id': 'as for customers',
  '/orders projectId': 'one order at most has it, by a unique index',
  '/projects scheduledFrom': 'a range of times has a separate test below',
  '/projects scheduledTo': 'as scheduledFrom',
  '/projects updatedSince': 'as scheduledFrom',
}

t.test('every list filter is walked, or excluded with a reason', async (t) => {
  const walked = lists.map(({ path }) => new URL(path, direct.url))
  const left = [...documentedLists()].flatMap(([path, filters]) => {
    const own = walked.filter(({ pathname }) => decodeURI(withoutId(pathname)) === path)
    const isWalked = (filter: string) => own.some((url) => url.searchParams.has(filter))
    return filters.filter((filter) => !isWalked(filter)).map((filter) => `${path} ${filter}`)
  })
  t.strictSame(left.sort(), Object.keys(NOT_WALKED).sort())
})

t.test(
  'the thousandth page of projects costs the same as the first [c1-lists-keyset]',
  async (t) => {
    let cursor = ''
    // Pages of 100 records get there in a fifth of the calls.
    for (let page = 0; page < 199; page += 1) {
      const path = `/projects?limit=100${cursor && `&cursor=${cursor}`}`
      const response = await fetch(direct.url + path, { headers: { 'x-api-key': org.key } })
      cursor = ((await response.json()) as { nextCursor: string }).nextCursor
    }
    const plans = await plannedTwice(`/projects?cursor=${cursor}`)
    expectWalk(t, plans, 'projects', 'projects_created')
  },
)

t.test('a time range, sorted by that time, walks one index', async (t) => {
  const since = '2020-01-01T00:00:00Z'
  const until = '2200-01-01T00:00:00Z'
  for (const [query, index] of [
    [`updatedSince=${since}&sort=updatedAt`, 'projects_updated'],
    [`scheduledFrom=${since}&sort=scheduledTime`, 'projects_scheduled'],
    [`scheduledTo=${until}&sort=-scheduledTime`, 'projects_scheduled'],
  ] as const) {
    expectWalk(t, await planned(`/projects?${query}`), 'projects', index)
  }
})

t.test('the latest changes are found by their time', async (t) => {
  const since = new Date(Date.now() + 3_600_000).toISOString()
  for (const table of ['invoices', 'payments']) {
    const plans = ofList(await planned(`/${table}?updatedSince=${since}`), table)
    t.strictSame(indexesOf(plans, table), [`${table}_updated`])
  }
})

t.test('a list of several statuses or events reads one page of each', async (t) => {
  for (const [path, table, index] of [
    ['/projects?status=BOOKED&status=EDITING', 'projects', 'projects_status_created'],
    ['/invoices?status=SENT&status=PAID', 'invoices', 'invoices_status'],
    ['/events?event=PROJECT_CREATED&event=PROJECT_ASSIGNED', 'events', 'events_of_name'],
    [
      '/webhooks/deliveries?event=PROJECT_CREATED&event=PROJECT_ASSIGNED',
      'webhook_deliveries',
      'webhook_deliveries_of_name',
    ],
  ] as const) {
    const plans = ofList(await planned(path), table)
    t.strictSame(indexesOf(plans, table), [index], path)
    const sorts = plans.flatMap((plan) => nodesOf(plan.root)).filter(isSort)
    t.notOk(sorts.some(readsWithoutLimit), 'only one page of each is sorted')
  }
})

t.test(
  'deliveries of an event or project are found by their events [c14-deliveries-walk]',
  async (t) => {
    const large = await relationsOf(sql, LARGE_ROWS)
    const [delivery] = (await get('/webhooks/deliveries')).data
    for (const query of [`eventId=${delivery.eventId}`, `projectId=${studio.projectId}`]) {
      for (const more of ['', '&event=PROJECT_CREATED', '&status=FAILED', '&status=SUCCEEDED']) {
        const plans = await plannedTwice(`/webhooks/deliveries?${query}${more}`)
        const ways = indexesOf(plans, 'webhook_deliveries', large)
        t.strictSame(ways, ['webhook_deliveries_of_event'], query.slice(0, 9) + more)
        const logged = query.startsWith('projectId') ? ['events_of_project'] : []
        t.strictSame(indexesOf(plans, 'events', large), logged)
      }
    }
  },
)

t.test('a search for one or two words uses the word index [c4-filter-cost]', async (t) => {
  for (const [path, table] of [
    ['/customers?q=customer1717', 'customers'],
    ['/customers?q=customer%201717', 'customers'],
  ] as const) {
    // Each match is then read by its primary key.
    const ways = [`${table}_words`, `${table}_organization_id_id_pk`]
    t.strictSame(indexesOf(ofList(await planned(path), table), table), ways, path)
  }
  // Also by its customer and by its externalId.
  const ways = /^projects_(words|organization_id_id_pk|external_id_unique|customer_\w+)$/
  for (const path of ['/projects?q=1717', '/projects?q=1717%20harbour']) {
    const found = indexesOf(ofList(await planned(path), 'projects'), 'projects')
    t.ok(found.includes('projects_words'), path)
    for (const index of found) t.match(index, ways, path)
  }
  const email = await planned('/customers?email=customer17@example.test')
  t.strictSame(indexesOf(ofList(email, 'customers'), 'customers'), ['customers_email_unique'])
  const own = await planned('/customers?externalId=crm-17')
  t.strictSame(indexesOf(ofList(own, 'customers'), 'customers'), ['customers_external_id_unique'])
})

t.test('records are found by id without walking the list [c14-by-ids]', async (t) => {
  const { customerId, memberId } = studio
  for (const [path, table, keys] of [
    [`/customers?limit=1&id=${customerId}&id=nope`, 'customers', /_organization_id_id_pk$/],
    [`/users?limit=1&id=${memberId}`, 'memberships', /_(organization_id_user_id_pk|of_user)$/],
  ] as const) {
    const found = indexesOf(ofList(await planned(path), table), table)
    t.ok(found.length > 0, 'the list was seen')
    for (const index of found) t.match(index, keys, path)
  }
})

t.test(
  'availability and calendars read only the projects of the people involved [c14-calendar-file, c14-availability]',
  async (t) => {
    const { memberId } = studio
    // By person or by time, depending on how many projects a person has in that time.
    const ways = /^projects_(technician|editor|manager|scheduled|organization_id_id_pk)/
    const span = 'from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z'
    await sql.query('update memberships set active = true where user_id = $1', [memberId])
    const shoots = await plannedTwice(`/availability?${span}&technicianId=${memberId}`)
    const path = `/users/${memberId}/calendar`
    const { url } = (await service.request('POST', path, { key: org.key })).body
    const calendar = await plannedTwice(new URL(url).pathname)
    for (const plans of [shoots, calendar]) {
      const found = indexesOf(plans, 'projects')
      t.ok(found.length > 0)
      for (const index of found) t.match(index, ways)
    }
  },
)

t.test("a technician's visits are found by index [c4-filter-cost]", async (t) => {
  // If few visits remain overall, a page may read those instead.
  const plans = await plannedTwice(`/visits?technicianId=${studio.memberId}`)
  expectWalk(t, plans, 'project_visits', 'project_visits_technician')
})

t.test('counts by status are read from counters, not projects', async (t) => {
  const plans = await plannedTwice('/projects/status-counts')
  const tables = new Set(plans.flatMap((plan) => plan.scans.map((scan) => scan.table)))
  t.ok(tables.has('project_status_counts'))
  t.notOk(tables.has('projects'))
})

t.test("a project's media are read without those of other projects", async (t) => {
  for (const path of [
    `/projects/${studio.projectId}/media`,
    `/media/project/${studio.projectId}`,
  ]) {
    t.strictSame(indexesOf(await plannedTwice(path), 'media'), ['media_of_project'], path)
  }
})

t.test("a project's billing is found among its invoices and statements", async (t) => {
  const { organizationId } = org
  const bills = async (by: typeof service) => {
    const send = (method: string, path: string, body?: object) =>
      by.request(method, path, { key: org.key, body })
    const { body: payer } = await send('POST', '/customers', {
      name: 'Payer',
      email: `payer-${randomUUID()}@example.test`,
    })
    const group = {
      name: 'G',
      billing: 'GROUP',
      billingCustomerId: payer.id,
      paymentTerms: 'PREPAY',
    }
    const { body: made } = await send('POST', '/customer-groups', group)
    const { body: offer } = await send('POST', '/packages', OFFER)
    await send('PUT', `/customer-groups/${made.id}/members/${payer.id}`, { role: 'LEAD' })
    const booking = { ...BOOKING, customerId: payer.id, packageId: offer.id }
    const { body: project } = await send('POST', '/projects/create', booking)
    await sql.query(
      `update projects set status = 'DELIVERED', delivered_at = now() where organization_id = $1 and id = $2`,
      [organizationId, project.id],
    )
    const day = new Date().toISOString().slice(0, 10)
    const days = { from: day, to: day }
    const { status } = await send('POST', `/customer-groups/${made.id}/statements`, days)
    t.equal(status, 201)
    const { body: invoice } = await send('GET', `/invoices?projectId=${project.id}`)
    await send('POST', `/invoices/${invoice.data[0].id}/send`, {})
    const delivered = await send('POST', `/projects/${project.id}/deliver`, {})
    t.equal(delivered.body.locked, true)
    await send('POST', `/invoices/${invoice.data[0].id}/pay`, {})
  }
  const plans = [
    ...(await recorder.during(() => bills(service))),
    ...(await generic.during(() => bills(genericService))),
  ]
  const own = /^invoices_(project|organization_id_id_pk)/
  t.strictSame(
    indexesOf(plans, 'invoices').filter((index) => index === null || !own.test(index)),
    [],
  )
  t.strictSame(
    indexesOf(plans, 'projects').filter((index) => index === null || /newest|created/.test(index)),
    [],
  )
})

t.test("a time range in the event log reads only its days' partitions", async (t) => {
  const dayMs = 86_400_000
  const todayMs = Math.floor(Date.now() / dayMs) * dayMs
  const startOf = (daysAgo: number) => new Date(todayMs - daysAgo * dayMs).toISOString()
  const since = daysRead(await plannedTwice(`/events?since=${startOf(1)}`), 'events')
  t.equal(Math.max(...since), 1)
  const between = await plannedTwice(`/events?since=${startOf(4)}&until=${startOf(3)}`)
  t.strictSame(daysRead(between, 'events'), [3, 4])
})

t.test("a page of a log doesn't read the partitions of earlier pages", async (t) => {
  for (const list of [
    newest('/events', 'events'),
    newest(deliveriesPath(studio), 'webhook_deliveries'),
  ]) {
    const { table } = list
    const plans = await plannedTwice(await deep(list))
    t.equal(Math.min(...daysRead(ofList(plans, table), table)), LOGGED_DAYS, table)
  }
})

t.test(
  'a webhook delivery, its attempts and an event are each read from one partition',
  async (t) => {
    const path = await deep(newest(deliveriesPath(studio), 'webhook_deliveries'))
    const [{ id, eventId }] = (await get(path)).data
    const plans = await plannedTwice(`/webhooks/deliveries/${id}`)
    t.equal(daysRead(plans, 'webhook_deliveries').length, 1)
    t.equal(daysRead(plans, 'webhook_attempts').length, 1)
    t.equal(daysRead(await plannedTwice(`/events/${eventId}`), 'events').length, 1)
  },
)

/** Rows kept by a purge, which mustn't read them just to find none. */
async function fillWithYoung(): Promise<void> {
  await sql.query(`
    insert into rate_windows (subject, hits, allowed, judged_at)
    select 'young:' || n, '{}', true, (extract(epoch from now()) * 1000000)::bigint
    from generate_series(1, 5000) as n`)
  await sql.query(
    `insert into invitations (token_hash, organization_id, user_id, expires_at)
     select sha256(n::text::bytea), organization_id, user_id, now() + interval '1 day'
     from (select organization_id, user_id from memberships where organization_id = $1 limit 1) as member,
       generate_series(1, 5000) as n`,
    [org.organizationId],
  )
  await sql.query('analyze rate_windows, invitations')
}

const DELIVERIES_KEY = 'webhook_deliveries_organization_id_id_pk'

/** The dispatcher's statements: name, pattern, large table, and the index that must find its rows. */
const DISPATCHED = [
  ['the reading', /with target as materialized/, 'webhook_deliveries', DELIVERIES_KEY],
  ['the settling', /, outcome as/, 'webhook_deliveries', DELIVERIES_KEY],
  ['the canceling', /delivery set\s+status = 'CANCELLED'/, 'webhook_deliveries', DELIVERIES_KEY],
  [
    'the search for lost jobs',
    /with jobless as/,
    'webhook_deliveries',
    'webhook_deliveries_waiting',
  ],
  [
    'the search for imports',
    /distinct on .* from bulk_imports/s,
    'bulk_imports',
    `${WHOLE_INDEX}bulk_imports_unfinished`,
  ],
  ['the search for old uploads', /set swept_at/, 'media_uploads', 'media_uploads_unconfirmed'],
  ['the search for removals', /update object_removals/, 'object_removals', 'object_removals_due'],
  ['the purge of responses', /from idempotency_keys/, 'idempotency_keys', 'idempotency_keys_age'],
  ['the purge of sessions', /delete from sessions/, 'sessions', 'sessions_expiry'],
  ['the purge of invitations', /delete from invitations/, 'invitations', 'invitations_expiry'],
  ['the purge of rate windows', /delete from rate_windows/, 'rate_windows', 'rate_windows_day'],
  ['the purge of holds', /delete from orders/, 'orders', 'orders_ended'],
  ['the erasure of clients', /update orders\s+set customer_id = null/, 'orders', 'orders_ended'],
  [
    'the purge of subscriptions',
    /delete from webhook_subscriptions/,
    'webhook_deliveries',
    'webhook_deliveries_of_subscription',
  ],
] as const

t.test('the dispatcher finds due work by index, whatever the backlog', async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  receiver.script(status(500), status(200), status(500))
  const call = (path: string, body: object) => service.request('POST', path, { key: org.key, body })
  const subscription = { url: receiver.url, events: ['PROJECT_CREATED'] }
  const { id } = (await call('/webhooks/subscriptions', subscription)).body
  await call('/projects/create', BOOKING)
  await sql.query('update webhook_subscriptions set active = false where id = $1', [id])
  await call('/webhooks/subscriptions', { ...subscription, url: `${receiver.url}/on` })
  // With many deleted subscriptions, reading the whole log is the cheapest estimated plan.
  await sql.query(
    `update webhook_subscriptions set deleted_at = now() - interval '2 hours' where organization_id <> $1`,
    [org.organizationId],
  )
  await sql.query('analyze webhook_subscriptions, orders')
  await fillWithYoung()
  await sql.query(
    `insert into rate_windows (subject, hits, allowed, judged_at, judged_day) values ('old', '{}', true, 0, 0)`,
  )
  const plans = await recorder.during(async () => {
    const dispatcher = await startDispatcher(t, recorder.url)
    // Enough batches that PostgreSQL may use a generic plan.
    for (let batch = 1; batch <= BATCHES; batch += 1) {
      await Promise.all([1, 2, 3].map(() => call('/projects/create', BOOKING)))
      await receiver.waitFor(batch * 3, { timeoutMs: WAIT_LIMIT_MS })
    }
    await eventually('the last purge', async () => {
      const old = await sql.query(`select from rate_windows where subject = 'old'`)
      return old.length === 0
    })
    await dispatcher.end('SIGTERM')
  })
  const large = await relationsOf(sql, LARGE_ROWS)
  for (const [what, sent, table, index] of DISPATCHED) {
    const own = plans.filter(({ text }) => sent.test(text))
    t.ok(own.length > 0, `${what} was seen`)
    // A found row is then written by primary key.
    const found = indexesOf(own, table, large).filter((by) => by === index || !by?.endsWith('_pk'))
    t.strictSame(found, [index], what)
  }
})

t.test('the next picture is found with one index probe per organization', async (t) => {
  // One job for each small studio, behind hundreds of the large one.
  await sql.query(
    `with photo as (
       insert into media (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
       select distinct on (organization_id) organization_id, uuid_v7(), id, 'PHOTO', '1.jpg', id || '/1',
         'image/jpeg', 1, '', 1
       from projects where organization_id <> $1
       returning organization_id, id)
     insert into media_previews (organization_id, media_id, key_secret)
     select organization_id, id, ''::bytea from photo
     union all (select organization_id, id, ''::bytea from media where organization_id = $1 limit 700)`,
    [org.organizationId],
  )
  await sql.query('analyze media_previews')
  const claimed = new Set<string>()
  let last = LEAST_ID
  const plans = await recorder.during(async () => {
    for (let turn = 0; turn < BATCHES; turn += 1) {
      const job = await claimPreview(service.store.sql, last, WAIT_LIMIT_MS)
      last = job?.organizationId ?? LEAST_ID
      claimed.add(last)
    }
  })
  const general = await generic.during(() =>
    claimPreview(genericService.store.sql, LEAST_ID, WAIT_LIMIT_MS),
  )
  t.equal(claimed.size, BATCHES, 'each job belongs to a different organization')
  const claims = [...plans, ...general].filter(({ text }) => /update media_previews/.test(text))
  t.equal(claims.length, BATCHES + 1)
  const found = indexesOf(claims, 'media_previews').filter((by) => !by?.endsWith('_pk'))
  t.strictSame(found, ['media_previews_pending'])
  t.strictSame(claims.flatMap((plan) => nodesOf(plan.root)).filter(isSort), [], 'nothing is sorted')
})

t.test('no statement in these tests reads a whole large table', async (t) => {
  const large = await relationsOf(sql, LARGE_ROWS)
  // One organization has nearly all groups here, and at most 1,000 anywhere, so counting them reads the table.
  large.delete('customer_groups')
  t.ok(large.size > 20)
  const plans = [...recorder.plans, ...generic.plans]
  const walks = plans.filter(({ scans }) => scans.some((scan) => isWalk(scan, large)))
  t.strictSame([...new Set(walks.map(({ text }) => text))], [])
})
