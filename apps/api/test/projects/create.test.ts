import { randomUUID } from 'node:crypto'
import { PROJECT_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const time = '2026-05-01T09:30:00.000Z'

/** The non-null fields of a new project. */
const AT_FIRST = { status: 'PENDING', version: 1, scheduledTime: time }

const create = (body: unknown, call = {}) =>
  service.request('POST', '/projects/create', { key: org.key, body, ...call })

t.test(
  'a project needs only scheduledTime, and is PENDING with the rest null [i2-scheduled-time, i2-optional-fields, i4-create, c1-ids-v7, c1-times-response, c1-names-null, c3-new-pending, c4-record]',
  async (t) => {
    const { status, body, headers } = await create({ scheduledTime: '2026-05-01T11:30:00+02:00' })
    t.equal(status, 201)
    t.equal(headers.etag, '"1"')
    const { id, createdAt, updatedAt } = body
    t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    t.equal(updatedAt, createdAt)
    const nothing = Object.fromEntries(Object.keys(PROJECT_FIELDS).map((field) => [field, null]))
    const { organizationId } = org
    const times = { createdAt, updatedAt, statusChangedAt: createdAt }
    const record = { id, ...times, organizationId, ...AT_FIRST }
    t.strictSame(body, { ...nothing, ...record })
  },
)

t.test('every field is stored as sent [i1-jobs, i2-optional-fields, c3-new-pending]', async (t) => {
  const technician = await service.createMember(org, 'TECHNICIAN')
  const { body: customer } = await org.call('POST', '/customers', {
    name: 'Ann',
    email: 'ann@example.com',
  })
  const { packageId, discountCode, ...example } = exampleOf(PROJECT_FIELDS)
  const sent = {
    ...example,
    scheduledTime: time,
    city: 'Zürich',
    notes: 'Gate code 1234 — ring twice 🏠',
    customerId: customer.id,
    technicianId: technician.userId,
    editorId: technician.userId,
    projectManagerId: org.userId,
    selectedAddOnIds: [],
  }
  const { status, body } = await create(sent)
  t.equal(status, 201)
  t.match(body, sent)
  t.equal(body.status, 'PENDING', 'assigning never changes the status')
  const { body: read } = await org.call('GET', `/projects/${body.id}`)
  t.strictSame(read, body)
})

t.test(
  'unknown fields are dropped at any depth, and named in a header [i2-unknown-dropped, i4-misspelled, i7-unknown-stripped, c1-bodies-unknown, c1-bodies-ignored-header]',
  async (t) => {
    const { status, headers, body } = await create({
      scheduledTime: time,
      address: 'x',
      'nämé\r\n': 1,
      bookingAnswers: [{ question: 'a', answer: 'b', extra: true }],
    })
    t.equal(status, 201)
    t.equal(headers['x-ignored-fields'], 'address, n%C3%A4m%C3%A9%0D%0A, bookingAnswers[0].extra')
    t.notOk('address' in body)
    t.strictSame(body.bookingAnswers, [{ question: 'a', answer: 'b' }])
  },
)

t.test(
  'X-Ignored-Fields names at most 20 fields, then ends with … [c1-bodies-ignored-header]',
  async (t) => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field${i}`, i]))
    const { status, headers } = await create({ scheduledTime: time, ...many })
    t.equal(status, 201)
    const names = headers['x-ignored-fields']?.split(', ') ?? []
    t.equal(names.length, 21)
    t.equal(Buffer.from(names.at(-1) ?? '', 'latin1').toString(), '…')
  },
)

t.test(
  'with Prefer: handling=strict, unknown fields are refused, after other violations [c1-bodies-strict]',
  async (t) => {
    const headers = { prefer: 'return=minimal, handling=strict' }
    const good = await create({ scheduledTime: time, adress: 'x' }, { headers })
    t.equal(good.status, 400)
    t.strictSame(good.body.message, ['adress is not a field of this request'])
    const bad = await create({ scheduledTime: 5, adress: 'x' }, { headers })
    t.strictSame(bad.body.message, [
      'scheduledTime must be a string',
      'adress is not a field of this request',
    ])
  },
)

t.test(
  'invalid fields are a 400 with one message per violation, starting with the path [i2-scheduled-time, i7-400, c1-ids-string, c1-times-rfc3339, c1-bodies-no-coercion, c1-errors-message-400, c1-errors-message-path, c4-types, c11-maintained-lists]',
  async (t) => {
    const cases: [unknown, RegExp[]][] = [
      [{}, [/^scheduledTime is required$/]],
      [{ scheduledTime: '2026-02-30T09:30:00Z' }, [/^scheduledTime must be a date that exists/]],
      [{ scheduledTime: '2026-05-01T09:30:00' }, [/^scheduledTime .*ambiguous/]],
      [{ scheduledTime: 1777627800 }, [/^scheduledTime must be a string$/]],
      [{ scheduledTime: time, notes: 5 }, [/^notes must be a string or null$/]],
      [{ scheduledTime: time, estimatedDuration: '90' }, [/^estimatedDuration must be an integer/]],
      [{ scheduledTime: time, estimatedDuration: 0 }, [/^estimatedDuration must be at least 1$/]],
      [{ scheduledTime: time, estimatedDuration: 10_081 }, [/^estimatedDuration must be at most/]],
      [{ scheduledTime: time, lat: 90.1, lng: -181 }, [/^lat must be at most 90/, /^lng must/]],
      [{ scheduledTime: time, countryCode: 'XX' }, [/^countryCode must be an ISO 3166-1/]],
      [{ scheduledTime: time, mediaTypes: ['PHOTO', 'FILM'] }, [/^mediaTypes\[1\] must be one of/]],
      [{ scheduledTime: time, mediaTypes: ['PHOTO', 'PHOTO'] }, [/^mediaTypes must not have/]],
      [{ scheduledTime: time, addressLine1: 'x'.repeat(201) }, [/^addressLine1 must have at most/]],
      [{ scheduledTime: time, notes: 'x'.repeat(10_001) }, [/^notes must have at most 10000/]],
      [
        { scheduledTime: time, bookingAnswers: [{ question: 'a' }] },
        [/^bookingAnswers\[0\]\.answer/],
      ],
      [{ scheduledTime: time, customerId: 5 }, [/^customerId must be a string or null$/]],
      [{ scheduledTime: time, discountCode: 'SUMMER' }, [/^discountCode is unknown or expired$/]],
      [{ scheduledTime: time, notes: 'a\0b' }, [/^notes has a character that cannot be stored/]],
      [{ scheduledTime: time, notes: '\ud800' }, [/^notes has a character that cannot be stored/]],
    ]
    for (const [sent, messages] of cases) {
      const { status, body } = await create(sent)
      t.equal(status, 400, JSON.stringify(sent).slice(0, 80))
      t.match(body, { statusCode: 400, error: 'Bad Request', code: 'invalid_request' })
      t.equal(body.message.length, messages.length, body.message)
      for (const [i, message] of messages.entries()) t.match(body.message[i], message)
    }
  },
)

t.test("an externalId is unique among an organization's projects [c4-external-id]", async (t) => {
  const sent = { scheduledTime: time, externalId: 'once' }
  const responses = await Promise.all(Array.from({ length: 10 }, () => create(sent)))
  const statuses = responses.map((response) => response.status).sort()
  t.strictSame(statuses, [201, ...Array(9).fill(409)])
  t.equal(responses.find(({ status }) => status === 409)?.body.code, 'duplicate_external_id')
  const other = await service.createOrg()
  t.equal((await create(sent, { key: other.key })).status, 201)
})

t.test('POST /projects creates nothing [i4-create-route, c6-no-post-projects]', async (t) => {
  const before = await org.call('GET', '/projects/status-counts')
  const { status } = await org.call('POST', '/projects', { scheduledTime: time })
  t.equal(status, 404)
  const after = await org.call('GET', '/projects/status-counts')
  t.strictSame(after.body, before.body)
})

t.test('lat and lng can be set and cleared separately [c11-lat-lng]', async (t) => {
  const { status, body } = await create({ scheduledTime: time, lat: 1.5 })
  t.equal(status, 201)
  t.match(body, { lat: 1.5, lng: null })
  const change = (sent: object) => org.call('PATCH', `/projects/${body.id}`, sent)
  t.match(await change({ lng: 2.5 }), { status: 200, body: { lat: 1.5, lng: 2.5 } })
  t.match(await change({ lat: null }), { status: 200, body: { lat: null, lng: 2.5 } })
})

t.test('a 400 precedes a 404: an unknown code before an unknown customer [c1-order]', async (t) => {
  const unknown = { customerId: randomUUID(), discountCode: 'NOPE' }
  t.equal((await create({ scheduledTime: time, ...unknown })).status, 400)
  const { body } = await create({ scheduledTime: time })
  const path = `/projects/${body.id}`
  const headers = { 'if-match': '"99"' }
  const change = (sent: object) =>
    service.request('PATCH', path, { key: org.key, body: sent, headers })
  t.equal((await change(unknown)).status, 400)
  t.equal((await change({ customerId: randomUUID() })).status, 404, 'a 404 before a 412')
  t.equal((await change({ city: 'Bern' })).status, 412)
})
