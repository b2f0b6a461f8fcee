import { gzipSync } from 'node:zlib'
import { prove } from './support/fault.ts'
import { meetReceivers } from './support/hostile-receivers.ts'
import { flooding } from './support/hostile-server.ts'

const GIB = 1_024 ** 3
const LOGGED_LIMIT_BYTES = 4_096
const BLOCK = Buffer.alloc(65_536, 'x')
const HEADER_LINES = Buffer.from('x-more: yes and yes and yes again\r\n'.repeat(1_000))
const OK = 'HTTP/1.1 200 OK\r\n'
// 16 MiB of zeros in 16 KiB. It is sent repeatedly: gzip allows several members in a row.
const BOMB = gzipSync(Buffer.alloc(16 * 1_024 ** 2))

const SUCCESS = { scheme: 'http', status: 'SUCCEEDED', responseStatus: 200, error: null } as const
const REFUSAL = { scheme: 'http', status: 'FAILED', responseStatus: 500, error: /500/ } as const
const GARBAGE = {
  scheme: 'http',
  status: 'FAILED',
  responseStatus: null,
  error: /wasn't valid HTTP/,
} as const

const RECEIVERS = {
  '1 GiB after 200': {
    ...SUCCESS,
    meet: flooding(`${OK}content-length: ${GIB}\r\n\r\n`, BLOCK, GIB),
  },
  '1 GiB after 500': {
    ...REFUSAL,
    meet: flooding(`HTTP/1.1 500 Oh\r\ncontent-length: ${GIB}\r\n\r\n`, BLOCK, GIB),
  },
  'one chunk of 1 GiB': {
    ...SUCCESS,
    meet: flooding(`${OK}transfer-encoding: chunked\r\n\r\n40000000\r\n`, BLOCK, GIB),
  },
  'a gzip bomb': {
    ...SUCCESS,
    meet: flooding(`${OK}content-encoding: gzip\r\n\r\n`, BOMB, GIB),
  },
  'headers without end': { ...GARBAGE, meet: flooding(OK, HEADER_LINES, GIB) },
  'one header without end': { ...GARBAGE, meet: flooding(`${OK}x: `, BLOCK, GIB) },
  'a reason without end': { ...GARBAGE, meet: flooding('HTTP/1.1 200 ', BLOCK, GIB) },
  'a chunk extension without end': {
    ...SUCCESS,
    meet: flooding(`${OK}transfer-encoding: chunked\r\n\r\n5;`, BLOCK, GIB),
  },
  'trailers without end': {
    ...SUCCESS,
    meet: flooding(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, HEADER_LINES, GIB),
  },
  'interim responses without end': {
    ...GARBAGE,
    meet: flooding('', Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(2_000)), GIB),
  },
}

const ENDED = `
  select subscription_id as "subscriptionId",
    extract(epoch from finished_at - last_attempt_at)::float8 * 1000 as "tookMs",
    octet_length(response_body) as "loggedBytes"
  from webhook_deliveries as delivery
  join webhook_attempts as attempt using (organization_id)
  where attempt.delivery_id = delivery.id`

await prove({
  id: 'F6',
  promise: 'an endless response costs the dispatcher neither time nor memory',
  target: 'each attempt ends ≤ 0.5 s after its timeout, memory + < 50 MB, ≤ 4 KiB in the log',
  async run({ t, isFull }) {
    const timeoutMs = isFull ? 10_000 : 3_000
    const limits = { timeoutMs, warmUps: isFull ? 2_000 : 100, tenants: isFull ? 10 : 1 }
    const { fixture, warm, growthMib, met } = await meetReceivers(t, RECEIVERS, limits)
    const rows =
      await fixture.store.sql.query<{ [name in 'tookMs' | 'loggedBytes']: number }>(ENDED)
    const longestMs = Math.max(...rows.map((row) => row.tookMs))
    const loggedBytes = Math.max(...rows.map((row) => row.loggedBytes))
    const [request] = warm.requests
    t.equal(request?.headers['accept-encoding'], 'identity', 'the request accepts no compression')
    return {
      figure: `${met} without end: the longest attempt took ${(longestMs / 1_000).toFixed(2)} s of ${timeoutMs / 1_000} s, memory + ${growthMib.toFixed(0)} MB, ≤ ${loggedBytes} bytes in the log`,
      isMet: longestMs <= timeoutMs + 500 && growthMib < 50 && loggedBytes <= LOGGED_LIMIT_BYTES,
    }
  },
})
