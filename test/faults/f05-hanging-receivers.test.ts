import { prove } from './support/fault.ts'
import { meetReceivers } from './support/hostile-receivers.ts'
import { dripping } from './support/hostile-server.ts'

// Only the status counts. An endless body doesn't matter.
const SUCCESS = { scheme: 'http', status: 'SUCCEEDED', responseStatus: 200, error: null } as const
const REFUSAL = { scheme: 'http', status: 'FAILED', responseStatus: 503, error: /503/ } as const
const TIMEOUT = {
  scheme: 'http',
  status: 'FAILED',
  responseStatus: null,
  error: /in time/,
} as const
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n'
const HANDSHAKE_RECORD = '\x16\x03\x03\x3f\xff'

const RECEIVERS = {
  'accepts and never reads': { ...TIMEOUT, meet: () => {} },
  'reads and never responds': { ...TIMEOUT, meet: dripping('', '', 1_000) },
  'drips its status line': { ...TIMEOUT, meet: dripping('HTTP/1.1 200 ', 'O', 20) },
  'drips its headers': { ...TIMEOUT, meet: dripping('HTTP/1.1 200 OK\r\nx: ', 'y', 20) },
  'drips a body after 200': { ...SUCCESS, meet: dripping(HEAD, '.', 20) },
  'drips a body after 503': { ...REFUSAL, meet: dripping(HEAD.replace('200', '503'), '.', 20) },
  'never begins the TLS handshake': { ...TIMEOUT, scheme: 'https', meet: () => {} },
  'drips a TLS handshake': {
    ...TIMEOUT,
    scheme: 'https',
    meet: dripping(HANDSHAKE_RECORD, '\0', 20),
  },
} as const

const ENDED_MS = `
  select subscription_id as "subscriptionId",
    extract(epoch from finished_at - last_attempt_at)::float8 * 1000 as "tookMs"
  from webhook_deliveries`

await prove({
  id: 'F5',
  promise: 'a receiver that hangs or drips holds an attempt for at most ten seconds',
  rules: '[i6-wait, i8-webhook-wait, c7-ten-seconds]',
  target: 'each attempt ends ≤ 0.5 s after its timeout, memory + < 50 MB, every outcome right',
  async run({ t, isFull }) {
    const timeoutMs = isFull ? 10_000 : 1_000
    const limits = { timeoutMs, warmUps: isFull ? 2_000 : 100, tenants: isFull ? 20 : 1 }
    const run = await meetReceivers(t, RECEIVERS, limits)
    const rows = await run.fixture.store.sql.query<{ subscriptionId: string; tookMs: number }>(
      ENDED_MS,
    )
    const tookMs = rows.filter(run.isHostile).map((row) => row.tookMs)
    const longestMs = Math.max(...tookMs, ...run.heldMs)
    return {
      figure: `${run.met} that hang or drip: the longest attempt took ${(longestMs / 1_000).toFixed(2)} s of ${timeoutMs / 1_000} s, memory + ${run.growthMib.toFixed(0)} MB`,
      isMet: longestMs <= timeoutMs + 500 && run.growthMib < 50,
    }
  },
})
