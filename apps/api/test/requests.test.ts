// The form of requests and refusals: docs/contract.md#c1, docs/contract.md#c2, docs/contract.md#c11.
import { randomUUID } from 'node:crypto'
import { METHODS, request as send } from 'node:http'
import { json } from 'node:stream/consumers'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  service.request(method, path, { key: org.key, body, ...(headers && { headers }) })
const book = async (body: object = {}) => {
  const scheduledTime = '2026-05-01T09:30:00Z'
  return (await call('POST', '/projects/create', { scheduledTime, ...body })).body
}

/** Uses `node:http`, because `fetch` supports fewer methods. */
async function ask(method: string, path: string, headers: Record<string, string>, body = '') {
  const { hostname, port } = new URL(service.url)
  const sent = send({ hostname, port, method, path, headers })
  const received = new Promise<Parameters<typeof json>[0] & { statusCode?: number }>(
    (resolve, reject) => sent.on('response', resolve).on('error', reject),
  )
  sent.end(body)
  const response = await received
  const { statusCode: status = 0 } = response
  return { status, body: status < 300 ? null : await json(response) }
}

t.test('an unsupported method is a 404 in the common format [c11-unknown-method]', async (t) => {
  const odd = METHODS.filter(
    (method) => !['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'].includes(method),
  )
  const bodies: [Record<string, string>, string][] = [
    [{}, ''],
    [{ 'content-type': 'application/json', 'content-length': '2' }, '{}'],
    [{ 'content-type': 'application/x-unknown', 'transfer-encoding': 'chunked' }, 'x'],
  ]
  for (const method of odd) {
    for (const path of [
      '/',
      '/projects',
      `/projects/${randomUUID()}`,
      '/nowhere',
      '/health/live',
    ]) {
      for (const [headers, body] of bodies) {
        for (const credential of [{}, { 'x-api-key': org.key }]) {
          const response = await ask(method, path, { ...headers, ...credential }, body)
          t.match(response, { status: 404, body: { statusCode: 404, code: 'not_found' } }, method)
        }
      }
    }
  }
})

t.test('OPTIONS ignores any body', async (t) => {
  const headers = { 'x-api-key': org.key, 'content-type': 'application/x-unknown' }
  for (const more of [{ 'content-length': '1' }, { 'transfer-encoding': 'chunked' }]) {
    t.equal((await ask('OPTIONS', '/projects', { ...headers, ...more }, 'x')).status, 204)
  }
})

t.test(
  'with a key, Authorization of a scheme other than Bearer is ignored [c11-other-schemes]',
  async (t) => {
    for (const authorization of ['Basic Zm9vOmJhcg==', '', 'Digest x', 'Bearerx y']) {
      const { status } = await call('GET', '/projects', undefined, { authorization })
      t.equal(status, 200, authorization)
    }
    for (const authorization of ['Bearer', 'Bearer ', 'bearer a b', 'Bearer nonsense']) {
      const { status } = await call('GET', '/projects', undefined, { authorization })
      t.equal(status, 401, authorization)
    }
  },
)

t.test(
  'without a key, Authorization of a scheme other than Bearer is a 401 that names what to send',
  async (t) => {
    const ask = (authorization: string) =>
      service.request('GET', '/projects', { headers: { authorization } })
    const { status, body } = await ask('Basic Zm9vOmJhcg==')
    t.equal(status, 401)
    t.match(body.message, /Authorization is not Bearer.*x-api-key.*Authorization: Bearer/)
    t.match(await ask(''), { status: 401, body: { code: 'credential_missing' } })
  },
)

t.test('an empty x-org-id counts as missing', async (t) => {
  const { status, body } = await service.request('GET', '/projects', {
    token: await org.token(),
    headers: { 'x-org-id': '' },
  })
  t.equal(status, 400)
  t.match(body.message, [/^x-org-id is required/])
})

t.test('malformed ids in a list are a 404, and a repeated id is a 400 [c1-ids-404]', async (t) => {
  const scheduledTime = '2026-05-01T09:30:00Z'
  const { id } = await book()
  const lists = [
    ['POST', '/projects/create', { scheduledTime }],
    ['PATCH', `/projects/${id}`, {}],
    ['POST', '/pricing/quote', {}],
  ] as const
  for (const [method, path, fields] of lists) {
    const withIds = (...selectedAddOnIds: string[]) =>
      call(method, path, { ...fields, selectedAddOnIds })
    t.equal((await withIds('x')).status, 404, path)
    t.equal((await withIds('x', 'y')).status, 404, path)
    const unknown = randomUUID()
    for (const twice of [
      ['x', 'x'],
      [unknown, unknown.toUpperCase()],
    ]) {
      const { status, body } = await withIds(...twice)
      t.equal(status, 400, path)
      t.match(body.message, [/^selectedAddOnIds must not have duplicates/])
    }
  }
})

t.test('a duplicate field is a 400 that names it', async (t) => {
  const cases = [
    ['notes', '{"scheduledTime":"2026-05-01T09:30:00Z","notes":"a","notes":"b"}'],
    [
      'bookingAnswers[1].answer',
      '{"notes":"\\"{","bookingAnswers":[{"question":"q","answer":"a"},{"question":"q","answer":"a","ans\\u0077er":"b"}]}',
    ],
    ['unknown.a', '{"unknown":{"a":{"a":[{},[]]},"b":"a","a":1}}'],
    ['__proto__', '{"__proto__":1,"__proto__":2}'],
  ] as const
  for (const [path, body] of cases) {
    const response = await call('POST', '/projects/create', body)
    t.equal(response.status, 400, path)
    t.strictSame(response.body.message, [`${path} is given twice`])
  }
  const alike =
    '{"scheduledTime":"2026-05-01T09:30:00Z","notes":"notes","bookingAnswers":[{"question":"answer","answer":"answer"},{"question":"q","answer":"\\",\\"answer\\":\\""}]}'
  t.equal((await call('POST', '/projects/create', alike)).status, 201)
})

t.test('a + decoded as a space is a 400 that suggests %2B', async (t) => {
  const time = await call('GET', '/projects?scheduledFrom=2026-05-01T00:00:00+02:00')
  t.equal(time.status, 400)
  t.match(time.body.message, [/^scheduledFrom must have \+ or - before its offset.*%2B$/])
  const email = await call('GET', '/customers?email=a+b@x.test')
  t.equal(email.status, 400)
  t.match(email.body.message, [/^email must have no space.*%2B$/])
  await call('POST', '/customers', { name: 'Plus', email: 'a+b@x.test' })
  const found = await call('GET', '/customers?email=a%2Bb@x.test')
  t.equal(found.body.data.length, 1)
  t.equal((await call('GET', '/projects?scheduledFrom=2026-05-01T00:00:00%2B02:00')).status, 200)
})

t.test('an e-mail address must be ASCII, and the message shows how to write it', async (t) => {
  const { body } = await call('POST', '/customers', { name: 'U', email: 'a@müller.example' })
  t.match(body.message, [/^email must be an e-mail address in ASCII.*xn--/])
  const punycode = { name: 'U', email: 'a@xn--mller-kva.example' }
  t.equal((await call('POST', '/customers', punycode)).status, 201)
})

t.test('If-Match ignores empty elements and compares tags as text', async (t) => {
  const { id } = await book({ notes: 'n' })
  const patch = (ifMatch: string) =>
    call('PATCH', `/projects/${id}`, { notes: 'n' }, { 'if-match': ifMatch })
  t.equal((await patch('"01"')).status, 412)
  t.equal((await patch('W/"1"')).status, 412)
  for (const list of ['"1",', ', "1"', '"7",,"1", "2"', '"1", ,"9"']) {
    t.equal((await patch(list)).status, 200, list)
  }
  for (const bad of [',', '1', '"1" "2"']) t.equal((await patch(bad)).status, 400, bad)
})

t.test('-0 is stored as 0, and equals a stored 0', async (t) => {
  const { id, version } = await book({ lat: 0, lng: -0 })
  const { body } = await call('PATCH', `/projects/${id}`, '{"lat":-0.0,"lng":0}')
  t.match(body, { version, lat: 0, lng: 0 })
})

t.test('a cursor is valid for its filters in any order and spelling', async (t) => {
  for (let i = 0; i < 3; i++) await book()
  const page = (query: string) => call('GET', `/projects?limit=1&${query}`)
  const from = (text: string) => `scheduledFrom=${encodeURIComponent(text)}`
  const query = `status=PENDING&status=BOOKED&${from('2020-01-01T00:00:00Z')}`
  const cursor = `cursor=${(await page(query)).body.nextCursor}`
  const same = [
    `status=BOOKED&status=PENDING&status=BOOKED&${from('2020-01-01T00:00:00.000Z')}`,
    `${from('2020-01-01T02:00:00+02:00')}&status=BOOKED&status=PENDING`,
  ]
  for (const each of same) t.equal((await page(`${each}&${cursor}`)).status, 200, each)
  const others = [
    `status=PENDING&${from('2020-01-01T00:00:00Z')}`,
    `status=PENDING&status=BOOKED&${from('2020-01-01T00:00:00.001Z')}`,
  ]
  for (const each of others) t.equal((await page(`${each}&${cursor}`)).status, 400, each)
})
