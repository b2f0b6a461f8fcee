import { openFixture } from '@mediajobs/dispatcher/testing'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, hang, type Responder, status } from '@mediajobs/testing/dispatcher/responders'
import { type ServiceProcess, startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { quantile, subscribeWatchfully, type WatchfulTenant } from './support/arrivals.ts'
import { prove } from './support/fault.ts'

const EVERY_MS = 10
const FIRST_TRY_LIMIT_MS = 1_000

interface Neighborhood {
  busy: Receiver
  other: WatchfulTenant
  dispatcher: ServiceProcess
}

await prove({
  id: 'F7',
  promise:
    "one tenant's backlog delays no other tenant, even if rate-limited or with a hanging endpoint",
  rules: '[c7-no-delay]',
  target:
    "first try < 1 s (p99) behind 10,000 events; behind a hanging endpoint's, p50 and p95 within the spread of the rounds without it",
  async run({ t, isFull }) {
    const count = isFull ? 10_000 : 500
    const behind: string[] = []
    let isMet = true
    const note = (name: string, latenciesMs: readonly number[]) => {
      const p99Ms = quantile(latenciesMs, 0.99)
      behind.push(`${name} ${p99Ms.toFixed(0)} ms`)
      isMet &&= p99Ms < FIRST_TRY_LIMIT_MS
    }
    if (isFull) {
      note('fast', await measureBehind(t, count, status(200)))
      note('slow', await measureBehind(t, count, after(500, status(200))))
    }

    note('with maxPerSecond 1', await measureBehind(t, count, status(200), 'max_per_second = 1'))

    const noisy = await startNeighborhood(t, count, hang())
    const quiet = await startNeighborhood(t, 0, hang())
    const [withIt, without] = await measureInTurn(noisy, quiet, isFull ? [12, 100] : [3, 20])
    note('hanging', withIt.flat())
    const slots = noisy.busy.openConnections
    t.ok(slots > 0 && slots <= 4, `${slots} slots for the hanging endpoint`)
    const compared = [0.5, 0.95].map((share) => compare(share, withIt, without))
    // A short run has too few events to distinguish a difference from other tests' noise.
    if (isFull) isMet &&= compared.every(({ isWithin }) => isWithin)
    return {
      figure: `behind ${count} events p99 ${behind.join(', ')}; ${compared.map(({ text }) => text).join('; ')}`,
      isMet,
    }
  },
})

/** A dispatcher, a tenant with a backlog, and another tenant. */
async function startNeighborhood(
  t: Test,
  count: number,
  response: Responder,
  setting?: string,
): Promise<Neighborhood> {
  const fixture = await openFixture(t)
  const receiver = await startReceiver({ fallback: response })
  t.teardown(() => receiver.close())
  const other = await subscribeWatchfully(t, fixture)
  const busy = await fixture.subscribe(receiver.url)
  if (setting) await fixture.change(busy.id, setting)
  await fixture.publish(busy.organizationId, count)
  const dispatcher = await startDispatcher(t, fixture.databaseUrl)
  // Warms up connections, statements and code.
  await other.measure(30, EVERY_MS)
  return { busy: receiver, other, dispatcher }
}

/** @param setting of the backlogged subscription, as SQL */
async function measureBehind(
  t: Test,
  count: number,
  response: Responder,
  setting?: string,
): Promise<number[]> {
  const { other, dispatcher } = await startNeighborhood(t, count, response, setting)
  const latenciesMs = await other.measure(200, EVERY_MS)
  await dispatcher.end('SIGKILL')
  return latenciesMs
}

/** Measures both in turn. Meanwhile the other dispatcher is suspended, so it takes no processor time. */
async function measureInTurn(
  noisy: Neighborhood,
  quiet: Neighborhood,
  [rounds, events]: [number, number],
): Promise<[number[][], number[][]]> {
  const withIt: number[][] = []
  const without: number[][] = []
  const measure = async (one: Neighborhood, rest: Neighborhood) => {
    rest.dispatcher.signal('SIGSTOP')
    const latenciesMs = await one.other.measure(events, EVERY_MS)
    rest.dispatcher.signal('SIGCONT')
    return latenciesMs
  }
  for (let round = 0; round < rounds; round += 1) {
    withIt.push(await measure(noisy, quiet))
    without.push(await measure(quiet, noisy))
  }
  return [withIt, without]
}

/** The median round with the hanging endpoint, and whether rounds without it are as slow. */
function compare(share: number, withIt: number[][], without: number[][]) {
  const ofRounds = (rounds: number[][]) => rounds.map((round) => quantile(round, share))
  const typicalMs = quantile(ofRounds(withIt), 0.5)
  const quietMs = ofRounds(without)
  const text = `p${share * 100} ${typicalMs.toFixed(1)} ms with a hanging endpoint, ${quantile(quietMs, 0.5).toFixed(1)} ms without (rounds up to ${Math.max(...quietMs).toFixed(1)})`
  return { text, isWithin: typicalMs <= Math.max(...quietMs) }
}
