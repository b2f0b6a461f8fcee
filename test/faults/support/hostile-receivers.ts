import { type DeliveryRow, openFixture } from '@mediajobs/dispatcher/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { startHostileServer } from './hostile-server.ts'
import { watchMemory } from './resident-memory.ts'

/** How a receiver treats a connection, and the outcome that its delivery must have. */
type HostileReceiver = {
  scheme: 'http' | 'https'
  meet: Parameters<typeof startHostileServer>[1]
} & Pick<DeliveryRow, 'status' | 'responseStatus'> & { error: RegExp | null }

interface Limits {
  timeoutMs: number
  /** Deliveries that warm the dispatcher up. */
  warmUps: number
  /** Organizations per receiver. */
  tenants: number
}

/** One webhook per tenant and receiver, from a separate dispatcher. Every outcome must be right, every connection closed. */
export async function meetReceivers(
  t: Test,
  receivers: Readonly<Record<string, HostileReceiver>>,
  { timeoutMs, warmUps, tenants }: Limits,
) {
  const fixture = await openFixture(t)
  const names = Object.entries(receivers)
  const servers = await Promise.all(names.map(([, { meet }]) => startHostileServer(t, meet)))
  const warm = await startReceiver()
  t.teardown(() => warm.close())
  const { organizationId } = await fixture.subscribe(warm.url)
  const dispatcher = await startDispatcher(t, fixture.databaseUrl, {
    WEBHOOK_TIMEOUT: `${timeoutMs}ms`,
    WEBHOOK_RETRY_DELAYS: '100ms',
  })
  await fixture.publish(organizationId, warmUps)
  await fixture.settled()
  const memory = watchMemory(dispatcher.pid)
  t.teardown(() => memory.stop())
  const beforeMib = memory.nowMib()

  const nameOf = new Map<string, string>()
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
  await fixture.settled(2 * timeoutMs + 30_000)
  const growthMib = memory.peakMib() - beforeMib

  const isHostile = (row: { subscriptionId: string }) => nameOf.has(row.subscriptionId)
  const deliveries = (await fixture.deliveries()).filter(isHostile)
  t.equal(deliveries.length, names.length * tenants)
  for (const [name, { meet, scheme, ...expected }] of names) {
    const attempts = expected.status === 'SUCCEEDED' ? 1 : 2
    for (const row of deliveries.filter((each) => nameOf.get(each.subscriptionId) === name)) {
      t.match(row, { ...expected, attempts }, name)
    }
  }
  const open = await Promise.all(servers.map((server) => server.countOpen()))
  t.ok(!open.some((count) => count > 0), `no connection is left open: ${open}`)
  return {
    fixture,
    warm,
    growthMib,
    heldMs: servers.flatMap((server) => server.heldMs),
    isHostile,
    met: `${deliveries.length} webhooks to ${names.length} kinds of receivers`,
  }
}
