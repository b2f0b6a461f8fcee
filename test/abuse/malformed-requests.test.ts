import { testApp } from '@mediajobs/testing/api/app'
import t, { type Test } from 'tap'
import { type RawResponse, say } from './support/raw-client.ts'

const api = await testApp(t)
const org = await api.createOrg()

const PING = 'GET /health/live HTTP/1.1\r\nhost: api\r\n\r\n'
const BODY = '{"scheduledTime":"2026-05-01T09:30:00Z"}'
const LENGTH = `content-length: ${BODY.length}\r\n`
const CHUNKED = 'transfer-encoding: chunked\r\n'
const book = (headers: string, body: string) =>
  `POST /projects/create HTTP/1.1\r\nhost: api\r\nx-api-key: ${org.key}\r\n` +
  `content-type: application/json\r\n${headers}\r\n${body}`
// A request smuggled in the body of another.
const HIDDEN = book(LENGTH, BODY)

const countProjects = async () => {
  const { body } = await org.call('GET', '/projects/status-counts')
  return Number(body.PENDING)
}

function expectError(t: Test, response: RawResponse | undefined, status: number, code: string) {
  t.equal(response?.status, status)
  const { statusCode, error, message, fields, requestId, ...rest } = JSON.parse(
    response?.body ?? '{}',
  )
  t.strictSame([statusCode, rest], [status, { code }])
  t.strictSame(
    fields,
    status === 400 ? [{ path: '', code: 'wrong_format', message: message[0] }] : undefined,
  )
  t.type(error, 'string')
  t.ok(
    status === 400 ? message.length === 1 && Array.isArray(message) : typeof message === 'string',
  )
  t.equal(response?.headers['x-request-id'], requestId)
  t.match(response?.headers['content-type'], /^application\/json/)
  t.equal(response?.headers.connection, 'close')
}

t.test(
  "a request that isn't HTTP/1.1 gets the usual 400, and the connection is closed [c1-errors-fields]",
  async (t) => {
    const cases = {
      'another protocol': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'no request': 'hello there\r\n\r\n',
      'an unknown method': 'BREW / HTTP/1.1\r\nhost: api\r\n\r\n',
      'HTTP/2 without TLS': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'another version': 'GET / HTTP/9.9\r\nhost: api\r\n\r\n',
      'a tunnel': 'CONNECT inside.example:443 HTTP/1.1\r\nhost: api\r\n\r\n',
      'bare line feeds': 'GET / HTTP/1.1\nhost: api\n\n',
      'a bare carriage return': 'GET / HTTP/1.1\r\nhost: a\rtransfer-encoding: chunked\r\n\r\n',
      'a folded header':
        'GET / HTTP/1.1\r\nhost: a\r\nx-a: b\r\n transfer-encoding: chunked\r\n\r\n',
      'a NUL in a header': 'GET / HTTP/1.1\r\nhost: a\r\nx-a: a\0b\r\n\r\n',
      'a chunk without a size': book(CHUNKED, 'zz\r\nabc\r\n0\r\n\r\n'),
      'a chunk of any size': book(CHUNKED, 'fffffffffffffffff\r\nabc'),
      'an endless chunk extension': book(CHUNKED, `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`),
    }
    for (const [name, text] of Object.entries(cases)) {
      await t.test(name, async (t) => {
        const { responses, closedAfterMs, rest } = await say(api.url, [text])
        expectError(t, responses[0], 400, 'malformed_request')
        t.equal(responses.length, 1)
        t.equal(rest, '')
        t.not(closedAfterMs, null)
      })
    }
  },
)

t.test("an ambiguous length is refused, and a request hidden behind it isn't served", async (t) => {
  const before = await countProjects()
  const shapes = {
    'two lengths': ['content-length: 0\r\ncontent-length: 5\r\n', HIDDEN],
    'one length twice': [`${LENGTH}${LENGTH}`, BODY],
    'a list of lengths': ['content-length: 0, 0\r\n', HIDDEN],
    'a signed length': [`content-length: +${BODY.length}\r\n`, BODY],
    'a negative length': ['content-length: -1\r\n', HIDDEN],
    'a length beyond all bounds': ['content-length: 99999999999999999999\r\n', BODY],
    'a length and chunks': [`content-length: 5\r\n${CHUNKED}`, `0\r\n\r\n${HIDDEN}`],
    'chunks and a length': [`${CHUNKED}content-length: 5\r\n`, `0\r\n\r\n${HIDDEN}`],
    'chunks and something else': [`${CHUNKED}transfer-encoding: x\r\n`, `0\r\n\r\n${HIDDEN}`],
    'an unknown coding': ['transfer-encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`],
    identity: ['transfer-encoding: identity\r\n', HIDDEN],
    'a blank before the colon': ['transfer-encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`],
  } as const
  for (const [name, [headers, body]] of Object.entries(shapes)) {
    await t.test(name, async (t) => {
      const { responses, closedAfterMs } = await say(api.url, [book(headers, body)])
      expectError(t, responses[0], 400, 'malformed_request')
      t.equal(responses.length, 1)
      t.not(closedAfterMs, null)
    })
  }
  t.equal(await countProjects(), before, 'no project was created')
  for (const headers of ['Transfer-Encoding: CHUNKED\r\n', 'transfer-encoding:\tchunked\r\n']) {
    const body = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`
    t.equal((await say(api.url, [book(headers, body)], { count: 1 })).responses[0]?.status, 201)
  }
})

t.test("a length that is too short ends the body, and the rest isn't a request", async (t) => {
  const { responses } = await say(api.url, [book('content-length: 5\r\n', BODY)])
  t.match(responses[0], { status: 400, body: /invalid_request/ })
  t.notOk(responses.some(({ status }) => status < 400))
})

t.test("garbage after a request gets a 400 after that request's response", async (t) => {
  const before = await countProjects()
  const { responses, closedAfterMs } = await say(api.url, [
    `${PING}${book(LENGTH, BODY)}nonsense\r\n\r\n${HIDDEN}`,
  ])
  t.strictSame(
    responses.map(({ status }) => status),
    [200, 201, 400],
  )
  expectError(t, responses[2], 400, 'malformed_request')
  t.not(closedAfterMs, null)
  t.equal(await countProjects(), before + 1, "the request after the garbage wasn't served")
})

t.test('headers over 16 KiB get a 431, whether one large or many small', async (t) => {
  const cases = {
    'a large header': [`GET / HTTP/1.1\r\nhost: api\r\nx-a: ${'a'.repeat(17_000)}\r\n\r\n`],
    'an endless header': [
      'GET / HTTP/1.1\r\nhost: api\r\nx-a: ',
      ...Array(500).fill('a'.repeat(10_000)),
    ],
    'a large address': [`GET /${'a'.repeat(17_000)} HTTP/1.1\r\nhost: api\r\n\r\n`],
    'many headers': [`GET / HTTP/1.1\r\nhost: api\r\n${'a: b\r\n'.repeat(10_000)}\r\n`],
    'endless trailers': [
      book(CHUNKED, `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n`),
      'x-t: a\r\n'.repeat(5_000),
    ],
  }
  for (const [name, parts] of Object.entries(cases)) {
    await t.test(name, async (t) => {
      const { responses, closedAfterMs } = await say(api.url, parts)
      expectError(t, responses[0], 431, 'headers_too_large')
      t.equal(responses.length, 1)
      t.not(closedAfterMs, null)
    })
  }
})

t.test('every header within that size is read, even among thousands', async (t) => {
  const head = `GET /projects HTTP/1.1\r\nhost: api\r\n${'a:\r\n'.repeat(3_000)}`
  const { responses } = await say(api.url, [`${head}x-api-key: ${org.key}\r\n\r\n`], { count: 1 })
  t.equal(responses[0]?.status, 200)
})

t.test(
  'an oversized body gets a 413 before all of it has arrived [c1-errors-413, c10-checked-first]',
  async (t) => {
    const endless = ['', ...Array(2_000).fill(`2000\r\n${'a'.repeat(8_192)}\r\n`)]
    const bodies = { 'by its length': ['content-length: 99999999\r\n'], 'by its chunks': [CHUNKED] }
    for (const [name, [headers = '']] of Object.entries(bodies)) {
      const { responses, closedAfterMs } = await say(api.url, [book(headers, ''), ...endless])
      t.match(responses[0], { status: 413, body: /body_too_large/ }, name)
      t.not(closedAfterMs, null, name)
    }
  },
)

t.test('errors that Node.js would send without a body have one [c1-errors-body]', async (t) => {
  const one = { count: 1 }
  const nameless = await say(api.url, ['GET /projects HTTP/1.1\r\n\r\n'], one)
  t.match(nameless.responses[0], { status: 400, body: /host is required/ })
  const expecting = `POST /auth/sessions HTTP/1.1\r\nhost: api\r\nexpect: magic\r\n`
  const expected = await say(api.url, [`${expecting}content-length: 0\r\n\r\n`], one)
  t.match(expected.responses[0], { status: 400, body: /"requestId":"/ })
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n\r\n'
  const same = await say(api.url, [`GET /health/live HTTP/1.1\r\nhost: api\r\n${upgrade}`], one)
  t.match(same.responses[0], { status: 200 })
  const old = await say(api.url, ['GET /health/live HTTP/1.0\r\n\r\n'])
  t.match(old.responses[0], { status: 200 })
  const traced = await say(api.url, ['TRACE / HTTP/1.1\r\nhost: api\r\n\r\n'], one)
  t.match(traced.responses[0], { status: 404, body: /"requestId":"/ })
})
