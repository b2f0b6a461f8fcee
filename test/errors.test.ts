import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'

// docs/interface.md#i7, docs/contract.md#c1-errors-body

const service = await testApp(t)
const org = await service.createOrg()
const time = '2026-05-01T09:30:00Z'

const post = (body: unknown, headers = {}) =>
  service.request('POST', '/projects/create', { key: org.key, body, headers })

t.test(
  'every error has statusCode, error, code, message and requestId, fields if any were refused, and nothing else [i4-json, c1-errors-body, c1-errors-phrase, c1-errors-message-string]',
  async (t) => {
    const cases = [
      [400, await post({})],
      [401, await service.request('GET', '/projects')],
      [403, await service.request('GET', '/projects', { key: await org.keyWith('WEBHOOKS') })],
      [404, await org.call('GET', '/projects/nope')],
      [404, await service.request('GET', '/nowhere')],
      [413, await post({ notes: 'x'.repeat(1_048_577) })],
      [415, await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    ] as const
    const phrases: Record<number, string> = {
      400: 'Bad Request',
      401: 'Unauthorized',
      403: 'Forbidden',
      404: 'Not Found',
      413: 'Payload Too Large',
      415: 'Unsupported Media Type',
    }
    for (const [status, response] of cases) {
      t.equal(response.status, status)
      t.strictSame(Object.keys(response.body), [
        'statusCode',
        'error',
        'code',
        'message',
        ...(status === 400 ? ['fields'] : []),
        'requestId',
      ])
      t.equal(response.body.statusCode, status)
      t.equal(response.body.error, phrases[status])
      t.match(response.body.code, /^[a-z_]+$/)
      t.equal(Array.isArray(response.body.message), status === 400)
      t.equal(response.body.requestId, response.headers['x-request-id'])
      t.match(response.headers['content-type'], /^application\/json/)
    }
  },
)

t.test("a body that isn't a JSON object gets a 400 with the reason [i4-json]", async (t) => {
  const cases: Record<string, RegExp> = {
    '[]': /^body must be an object$/,
    null: /^body must be an object$/,
    '5': /^body must be an object$/,
    '"text"': /^body must be an object$/,
    '{': /^body is not valid JSON/,
    '{"a":1,}': /^body is not valid JSON/,
    '': /^body is empty/,
    '  ': /^body is empty/,
    [`{"scheduledTime":"${time}","notes":"\\u0000"}`]: /^notes has a character/,
    [`{"scheduledTime":"${time}","no\\u0000tes":"x"}`]: /^body has a character/,
  }
  for (const [body, message] of Object.entries(cases)) {
    const response = await post(body)
    t.equal(response.status, 400, body)
    t.equal(response.body.message.length, 1)
    t.match(response.body.message[0], message)
  }
  const none = await org.call('POST', '/projects/create')
  t.equal(none.status, 400)
  t.strictSame(none.body.message, ['body is empty: send a JSON object'])
})

t.test("a body that isn't UTF-8 gets a 400 instead of being altered silently", async (t) => {
  const response = await fetch(`${service.url}/projects/create`, {
    method: 'POST',
    headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
    body: Buffer.from(`{"scheduledTime":"${time}","notes":"caf\xe9"}`, 'latin1'),
  })
  t.equal(response.status, 400)
  t.match(await response.json(), { message: ['body is not UTF-8'] })
})

t.test(
  'an unknown query parameter is refused everywhere [c1-lists-unknown-parameter]',
  async (t) => {
    const calls = [
      ['GET', '/projects/nope?x=1'],
      ['POST', '/projects/create?dryRun=true'],
      ['DELETE', '/customers/nope?force=1'],
      ['GET', '/?x=1'],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'POST' ? { scheduledTime: time } : undefined
      const { status, body: problem } = await org.call(method, path, body)
      t.equal(status, 400, path)
      t.match(problem.message, [/ is not a query parameter of this request: it accepts none$/])
    }
  },
)

t.test('a valid x-request-id is kept, any other replaced [c1-errors-request-id]', async (t) => {
  const ask = async (id: string) =>
    (await service.request('GET', '/nowhere', { headers: { 'x-request-id': id } })).body.requestId
  t.equal(await ask('my-id_1.2:3'), 'my-id_1.2:3')
  for (const bad of ['has space', 'x'.repeat(129), '<script>', 'ü']) {
    t.match(await ask(bad), /^[0-9a-f]{8}-[0-9a-f-]{27}$/, bad)
  }
})

t.test('a malformed path gets a 404 with the usual body', async (t) => {
  for (const path of ['/projects/%', '/projects/%zz', '/%ff', '/projects//', '/projects/a/b/c']) {
    const { status, body } = await org.call('GET', path)
    t.equal(status, 404, path)
    t.match(body, { statusCode: 404, code: 'not_found', requestId: String })
  }
  const long = await org.call('GET', `/projects/${'a'.repeat(3_000)}`)
  t.equal(long.status, 404)
})

t.test(
  "OPTIONS returns 204 with the path's methods, and requires READ [i5-read, c1-order-options]",
  async (t) => {
    const options = (path: string, key: string) => service.request('OPTIONS', path, { key })
    const { status, headers } = await options('/projects/nope', org.key)
    t.equal(status, 204)
    t.equal(headers.allow, 'GET, HEAD, OPTIONS, PATCH')
    t.equal(
      (await options('/projects', await org.keyWith('READ'))).headers.allow,
      'GET, HEAD, OPTIONS',
    )
    t.equal((await options('/projects', await org.keyWith('WEBHOOKS'))).status, 403)
    t.equal((await options('/nowhere', org.key)).status, 404)
  },
)

t.test('HEAD returns the same as GET, without a body [i5-read, c1-order-head]', async (t) => {
  const { status, headers, body } = await org.call('HEAD', '/projects')
  t.equal(status, 200)
  t.match(headers['content-type'], /json/)
  t.equal(body, '')
})
