import { openFixture } from '@mediajobs/dispatcher/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { startDispatcher } from '@mediajobs/testing/service/process'
import { prove } from './support/fault.ts'
import { dripping, startHostileServer } from './support/hostile-server.ts'
import { watchMemory } from './support/resident-memory.ts'

// Only the status counts. An endless body doesn't matter.
const SUCCESS = { scheme: 'http', status: 'SUCCEEDED', responseStatus: 200, error: null }
const REFUSAL = { scheme: 'http', status: 'FAILED', responseStatus: 503, error: /503/ }
const TIMEOUT = { scheme: 'http', status: 'FAILED', responseStatus: null, error: /in time/ }
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
}

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
    const fixture = await openFixture(t)
    const names = Object.entries(RECEIVERS)
    const servers = await Promise.all(names.map(([, { meet }]) => startHostileServer(t, meet)))
    const warm = await startReceiver()
    t.teardown(() => warm.close())
    const { organizationId } = await fixture.subscribe(warm.url)
    const dispatcher = await startDispatcher(t, fixture.databaseUrl, {
      WEBHOOK_TIMEOUT: `${timeoutMs}ms`,
      WEBHOOK_RETRY_DELAYS: '100ms',
    })
    await fixture.publish(organizationId, isFull ? 2_000 : 100)
    await fixture.settled()
    const memory = watchMemory(dispatcher.pid)
    t.teardown(() => memory.stop())
    const beforeMib = memory.nowMib()

    const nameOf = new Map<string, string>()
    const tenants = isFull ? 20 : 1
    await Promise.all(
      names.map(async ([name, { scheme }], i) => {
        for (let n = 0; n < tenants; n += 1) {
          const url = `${scheme}://127.0.0.1:${servers[i]?.port}/${n}`
          const subscription = await fixture.subscribe(url)
          nameOf.set(subscription.id, name)
          await fixture.publish(subscription.organizationId)
        }
      }),
    )
    await fixture.settled(2 * timeoutMs + 15_000)
    const growthMib = memory.peakMib() - beforeMib

    const deliveries = (await fixture.deliveries()).filter((row) => nameOf.has(row.subscriptionId))
    t.equal(deliveries.length, names.length * tenants)
    for (const row of deliveries) {
      const name = nameOf.get(row.subscriptionId) ?? ''
      const { meet, scheme, ...expected } = RECEIVERS[name as keyof typeof RECEIVERS]
      t.match(row, { ...expected, attempts: expected.status === 'SUCCEEDED' ? 1 : 2 }, name)
    }
    const rows = await fixture.store.sql.query<{ subscriptionId: string; tookMs: number }>(ENDED_MS)
    const tookMs = rows.filter((row) => nameOf.has(row.subscriptionId)).map((row) => row.tookMs)
    const longestMs = Math.max(...tookMs, ...servers.flatMap((server) => server.heldMs))
    const open = await Promise.all(servers.map((server) => server.countOpen()))
    t.ok(!open.some((count) => count > 0), `no connection is left open: ${open}`)
    return {
      figure: `${deliveries.length} webhooks to ${names.length} kinds of receivers that hang or drip: the longest attempt took ${(longestMs / 1_000).toFixed(2)} s of ${timeoutMs / 1_000} s, memory + ${growthMib.toFixed(0)} MB`,
      isMet: longestMs <= timeoutMs + 500 && growthMib < 50,
    }
  },
})
