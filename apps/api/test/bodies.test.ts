// A body's bounds, each tested at the bound, just above it and far above it. docs/contract.md#c10
import {
  MAX_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES_PER_MIB,
  MAX_VIOLATIONS,
} from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import type { Call } from '@mediajobs/testing/api/request'
import t from 'tap'
import { threadMs } from './support/thread-ms.ts'

const service = await sharedApp()
const org = await service.createOrg()
const scheduledTime = '2026-12-01T10:00:00Z'
// Far above what these bodies cost, and far below what they would cost without the bounds.
const MAX_THREAD_MS = 3_000

const ADDRESS = ['addressLine1', 'addressLine2', 'city', 'region', 'postalCode']

const create = (body: unknown, call: Call = {}) =>
  service.request('POST', '/projects/create', { key: org.key, body, ...call })

t.test('a body has at most 20,000 JSON values of any kind [c10-json-values]', async (t) => {
  const spare = MAX_JSON_VALUES_PER_MIB - 2
  const withUnknown = (count: number) => create({ scheduledTime, x: Array(count).fill(0) })
  t.equal((await withUnknown(spare)).status, 201)
  const { status, body } = await withUnknown(spare + 1)
  t.equal(status, 400)
  t.equal(body.code, 'body_too_complex')
  t.strictSame(body.message, [
    'body must have at most 20000 JSON values (object members and array items)',
  ])
  const kinds = ['0,', '{},', '[],', '"a",', '{"a":0},', ' 1 ,']
  for (const kind of kinds) {
    const many = kind.repeat(Math.floor((MAX_BODY_BYTES - 100) / kind.length))
    const far = `{"scheduledTime":"${scheduledTime}","mediaTypes":[${many}0]}`
    t.equal((await create(far)).body.code, 'body_too_complex', kind)
  }
})

t.test('brackets and commas inside a string do not count as JSON values', async (t) => {
  const notes = `${'[{,'.repeat(3_000)}\\"\\\\"`
  const { status, body } = await create({ scheduledTime, notes })
  t.equal(status, 201)
  t.equal(body.notes, notes)
})

t.test('a body nests at most 32 objects and arrays [c10-json-values]', async (t) => {
  const nested = (depth: number) =>
    `{"scheduledTime":"${scheduledTime}","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  t.equal((await create(nested(MAX_JSON_DEPTH))).status, 201)
  const { status, body } = await create(nested(MAX_JSON_DEPTH + 1))
  t.equal(status, 400)
  t.equal(body.code, 'body_too_complex')
  t.strictSame(body.message, ['body must nest objects and arrays at most 32 levels deep'])
  const far = nested(500_000).replace('{', '{"smile":"\\ud83d\\ude00",')
  t.equal((await create(far)).body.code, 'body_too_complex')
  t.equal((await create('['.repeat(MAX_BODY_BYTES))).body.code, 'body_too_complex')
})

t.test('a lone surrogate is refused in any field, a surrogate pair accepted', async (t) => {
  const answers = (answer: string) =>
    `{"scheduledTime":"${scheduledTime}","notes":"\\ud83d\\ude00","bookingAnswers":[{"question":"q","answer":"${answer}"}]}`
  t.equal((await create(answers('\\ud83d\\ude00'))).status, 201)
  t.strictSame((await create(answers('\\ud83d'))).body.message, [
    'bookingAnswers[0].answer has a character that cannot be stored',
  ])
})

t.test('an overlong array is refused for its length alone', async (t) => {
  const files = Array(10_000).fill({})
  const batch = { projectId: 'x', files }
  const { status, body } = await org.call('POST', '/media/confirm-batch', batch)
  t.equal(status, 400)
  t.equal(body.message[0], 'files must have at most 100 items')
  const wrong = await create({ scheduledTime, mediaTypes: Array(19_000).fill(0) })
  t.match(wrong.body.message[0], /^mediaTypes must have at most \d+ items$/)
  t.ok(wrong.body.message.length < 30, "items beyond the bound aren't checked")
})

t.test(
  'validation stops after 100 violations [c1-errors-message-100, c10-violations]',
  async (t) => {
    const lineItems = Array(200).fill({ description: 1, quantity: 0 })
    const { status, body } = await org.call('POST', '/invoices', {
      customerId: 'x',
      currency: 'USD',
      lineItems,
    })
    t.equal(status, 400)
    t.equal(body.message.length, MAX_VIOLATIONS)
    t.equal(body.fields.length, MAX_VIOLATIONS)
  },
)

t.test('thousands of unknown fields cost little, and at most 100 of them are named', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`field${i}`, i]))
  const body = { scheduledTime, ...many }
  const lenient = await create(body)
  t.equal(lenient.status, 201)
  t.equal(lenient.headers['x-ignored-fields']?.split(', ').length, 21)
  const strict = await create(body, { headers: { prefer: 'handling=strict' } })
  t.equal(strict.status, 400)
  t.equal(strict.body.message.length, MAX_VIOLATIONS)
  t.equal(strict.body.message[99], 'field99 is not a field of this request')
  const long = await create(`{"scheduledTime":"${scheduledTime}","${'n'.repeat(1_000_000)}":1}`)
  t.equal(long.status, 201)
})

t.test(
  '__proto__ and constructor are unknown fields like any other [c1-bodies-unknown]',
  async (t) => {
    const { status, headers, body } = await create(
      `{"__proto__":{"isAdmin":true,"notes":"x"},"constructor":{"prototype":{"isAdmin":true}},
      "scheduledTime":"${scheduledTime}",
      "bookingAnswers":[{"question":"q","answer":"a","__proto__":{"isAdmin":true}}]}`,
    )
    t.equal(status, 201)
    t.equal(headers['x-ignored-fields'], '__proto__, constructor, bookingAnswers[0].__proto__')
    t.equal(body.notes, null)
    t.strictSame(body.bookingAnswers, [{ question: 'q', answer: 'a' }])
    t.notOk('isAdmin' in {})
    const events = await org.call('GET', '/events?limit=1')
    t.match(events.body.data[0], { event: 'PROJECT_CREATED' })
    t.notMatch(JSON.stringify(events.body), 'isAdmin', 'nothing of it is stored')
  },
)

t.test('no body of 1 MiB blocks other requests', async (t) => {
  const half = MAX_BODY_BYTES / 2
  const names = Array.from({ length: 80_000 }, (_, i) => `"f${i}":0`)
  const bodies = {
    'wrong items': `{"scheduledTime":"${scheduledTime}","mediaTypes":[${'0,'.repeat(half - 60)}0]}`,
    'unknown fields': `{${names.join(',')}}`,
    'wrong files': `{"projectId":"x","files":[${'{},'.repeat(340_000)}{}]}`,
    nested: '['.repeat(MAX_BODY_BYTES),
    'no JSON': ','.repeat(MAX_BODY_BYTES),
    'one text': JSON.stringify({ scheduledTime, notes: '\\'.repeat(half - 100) }),
    spaces: ' '.repeat(MAX_BODY_BYTES),
  }
  for (const [name, body] of Object.entries(bodies)) {
    const spent = await threadMs(async () => {
      const responses = await Promise.all([create(body), create(body), create(body)])
      for (const { status } of responses) t.equal(status, 400, name)
    })
    t.ok(spent < MAX_THREAD_MS, `${name}: ${spent} ms`)
  }
})

t.test('unknown query parameters are named, but at most 100 of them', async (t) => {
  const query = Array.from({ length: 2_000 }, (_, i) => `x${i}=`).join('&')
  const { status, body } = await org.call('GET', `/projects?${query}`)
  t.equal(status, 400)
  t.equal(body.message.length, MAX_VIOLATIONS)
  t.match(body.message[0], /^x0 is not a query parameter of this request: it accepts /)
})

t.test('a name is one line in every record, on every path [c1-names-line]', async (t) => {
  const { call } = org
  const made = async (path: string, body: object) => (await org.make(path, body)).id
  const email = `${crypto.randomUUID()}@line.test`
  const [customer, project, offer, user] = [
    await made('/customers', { name: 'Ann', email }),
    await made('/projects/create', { scheduledTime }),
    await made('/packages', { name: 'Small', priceAmount: 1, currency: 'USD' }),
    await made('/users', { name: 'Ann', email, role: 'EDITOR' }),
  ]
  const person = { name: 'Ann', email: `new-${email}` }
  const places: [method: string, path: string, fields: readonly string[], more?: object][] = [
    ['PATCH', '/organization', ['name']],
    ['POST', '/customers', ['name', 'company', 'phone', 'externalId'], person],
    ['PATCH', `/customers/${customer}`, ['name', 'company', 'phone', 'externalId']],
    ['POST', '/users', ['name'], { ...person, role: 'EDITOR' }],
    ['PATCH', `/users/${user}`, ['name']],
    ['POST', '/projects/create', [...ADDRESS, 'externalId', 'discountCode'], { scheduledTime }],
    ['PATCH', `/projects/${project}`, [...ADDRESS, 'externalId', 'discountCode']],
    ['POST', '/packages', ['name'], { priceAmount: 1, currency: 'USD' }],
    ['PATCH', `/packages/${offer}`, ['name']],
    ['POST', '/discounts', ['code'], { percentBasisPoints: 1 }],
    ['POST', '/api-keys', ['name'], { scopes: ['READ'] }],
  ]
  for (const [method, path, fields, more] of places) {
    for (const field of fields) {
      const { status, body } = await call(method, path, { ...more, [field]: 'a\r\nBEGIN:VEVENT' })
      t.equal(status, 400, `${method} ${path}`)
      t.match(body.message, [new RegExp(`^${field} must be one line without control characters`)])
    }
  }
  for (const [method, path, fields, more] of places) {
    // A code may have no surrounding spaces at all.
    for (const field of fields.filter((each) => each !== 'code' && !ADDRESS.includes(each))) {
      for (const text of ['   ', '\u00a0\u2003']) {
        const { status, body } = await call(method, path, { ...more, [field]: text })
        t.equal(status, 400, `${method} ${path}`)
        const message = `${field} must not be empty`
        t.strictSame(body.fields, [{ path: field, code: 'too_short', message }])
      }
    }
  }
  for (const end of ['\n', '\r', '\t', '\u001b', '\u0085', '\u2028', '\u2029', '\u007f']) {
    const { status } = await call('PATCH', `/users/${user}`, { name: `a${end}b` })
    // Not the character itself: U+2028 would break the TAP line.
    t.equal(status, 400, `character ${end.charCodeAt(0)}`)
  }
  const name = 'Zoë 👩‍👩‍👧 \u200fנור\u00a0& "Co"'
  t.match((await call('PATCH', `/users/${user}`, { name })).body, { name })
  const { body } = await call('PATCH', `/customers/${customer}`, { notes: 'Two\nlines' })
  t.equal(body.notes, 'Two\nlines', 'notes keep their lines')
})
