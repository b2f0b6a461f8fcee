import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import t from 'tap'
import { measureNode } from '../src/index.ts'

const FIGURES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']
const BLOCKED_MS = 400
// Longer than the sampling interval of the event loop.
const QUIET_MS = 250

function block(): void {
  const endMs = performance.now() + BLOCKED_MS
  while (performance.now() < endMs);
}

t.test('event loop lag reports a stall once, in the next scrape', async (t) => {
  const registry = new Registry()
  measureNode(registry)
  const lags = async () => {
    const text = await registry.metrics()
    const read = text.matchAll(/^nodejs_eventloop_lag_(\w+)_seconds (\S+)$/gm)
    return new Map(Array.from(read, ([, figure, value]) => [figure ?? '', Number(value)]))
  }
  // Sampling starts with the first scrape.
  await lags()
  await pause(QUIET_MS)
  block()
  await pause(QUIET_MS)
  const blocked = await lags()
  t.strictSame([...blocked.keys()].toSorted(), FIGURES.toSorted())
  const isBlock = (seconds = 0) => seconds > (BLOCKED_MS - QUIET_MS) / 1_000
  t.ok(isBlock(blocked.get('max')), 'it was blocked')
  await pause(QUIET_MS)
  const quiet = await lags()
  t.notOk(isBlock(quiet.get('max')), 'it was not blocked again')
  t.ok((quiet.get('min') ?? 1) < 0.1, "the sampling interval doesn't count as lag")
})
