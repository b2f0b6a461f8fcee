import { type Store, writeEvent } from '@mediajobs/outbox'
import type { Plot } from './support/plot.ts'
import { type Engine, startEngine } from './support/process.ts'
import { type Figure, figure, type RunOptions, ratios, report } from './support/report.ts'
import { quantile, spreadOf } from './support/spread.ts'
import {
  type BenchReceiver,
  eventData,
  openBenchStore,
  SUBSCRIPTIONS,
  startDispatcher,
  startReceiver,
  subscribe,
} from './support/webhooks.ts'

/** Milliseconds from just before the COMMIT to the last byte at the receiver. */
interface Latencies {
  p50: number
  p95: number
  missing: number
}

interface Load {
  perSecond: number
  seconds: number
  /** Share of events for receivers that hang. */
  hangingShare: number
}

interface Parts {
  engine: Engine
  store: Store
  receiver: BenchReceiver
  healthy: string[]
  hanging: string[]
}

const RATES = [20, 200]
const SLOW_FLUSH_MS = 2
const HANGING = 5
const HANGING_SHARE = 0.05

/** P4: the latency of an event's first attempt. P5: the same while some receivers hang. */
export async function latency(options: RunOptions): Promise<void> {
  const rounds = options.isQuick ? 1 : 5
  const seconds = options.isQuick ? 1 : 8
  await using scope = new AsyncDisposableStack()
  const parts = await start(scope)
  await measure(parts, { perSecond: 200, seconds: 2, hangingShare: 0 })
  const samples: Record<string, Latencies[]> = {}
  const round = async (name: string, load: Load) => {
    samples[name] = [...(samples[name] ?? []), await measure(parts, load)]
  }
  for (const disk of ['fast disk', 'slow disk']) {
    await parts.engine.slowFlushes(disk === 'slow disk' ? SLOW_FLUSH_MS : 0)
    for (let i = 0; i < rounds; i += 1) {
      for (const perSecond of RATES) {
        await round(`${perSecond}/s, ${disk}`, { perSecond, seconds, hangingShare: 0 })
      }
    }
  }
  await parts.engine.slowFlushes(0)
  for (let i = 0; i < rounds; i += 1) {
    await round('50/s, none hang', { perSecond: 50, seconds, hangingShare: 0 })
    await round('50/s, 5 % hang', { perSecond: 50, seconds, hangingShare: HANGING_SHARE })
  }
  const setting = { rounds, seconds, SLOW_FLUSH_MS, HANGING, HANGING_SHARE }
  const figures = figuresOf(samples)
  await report({ name: 'latency', setting, figures, samples, plot: plotOf(samples) }, options)
}

async function start(scope: AsyncDisposableStack): Promise<Parts> {
  const engine = scope.use(await startEngine())
  const receiver = scope.use(await startReceiver())
  const store = scope.use(openBenchStore(engine))
  const urls = (path: string, length: number) =>
    Array.from({ length }, (_, i) => `${receiver.url}/${path}/${i}`)
  const healthy = await subscribe(engine, urls('hook', SUBSCRIPTIONS))
  const hanging = await subscribe(engine, urls('hang', HANGING))
  const dispatcher = await startDispatcher(engine)
  // SIGTERM would wait for the POSTs that hang.
  scope.defer(async () => void dispatcher.child.kill('SIGKILL'))
  return { engine, store, receiver, healthy, hanging }
}

async function measure(
  parts: Parts,
  { perSecond, seconds, hangingShare }: Load,
): Promise<Latencies> {
  const { store, receiver, healthy, hanging } = parts
  await receiver.reset()
  const committedMs: (number | undefined)[] = []
  const publishing: Promise<void>[] = []
  const startedMs = performance.now()
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const dueMs = startedMs + (n * 1_000) / perSecond - performance.now()
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
    const hangs = Math.floor(n * hangingShare) !== Math.floor((n + 1) * hangingShare)
    const among = hangs ? hanging : healthy
    const organization = among[n % among.length] as string
    publishing.push(
      store.transaction(async (tx) => {
        writeEvent(tx, organization, 'PROJECT_CREATED', eventData(n))
        if (!hangs) committedMs[n] = performance.timeOrigin + performance.now()
      }),
    )
  }
  await Promise.all(publishing)
  const expected = committedMs.filter((at) => at !== undefined).length
  await receiver.waitFor(expected).catch(() => {})
  const { numbers, atMs } = await receiver.arrivals()
  const waits = numbers.map((n, i) => (atMs[i] ?? 0) - (committedMs[n] ?? 0)).sort((a, b) => a - b)
  return {
    p50: quantile(waits, 0.5),
    p95: quantile(waits, 0.95),
    missing: expected - new Set(numbers).size,
  }
}

function figuresOf(samples: Record<string, Latencies[]>): Figure[] {
  const of = (name: string, measure: keyof Latencies) =>
    (samples[name] ?? []).map((each) => each[measure])
  const figures = ['fast disk', 'slow disk'].flatMap((disk) =>
    RATES.map((rate) => `${rate}/s, ${disk}`).flatMap((name) => [
      figure(`P4: ${name}: p50 ms`, '< 5', of(name, 'p50')),
      figure(`P4: ${name}: p95 ms`, '< 15', of(name, 'p95')),
    ]),
  )
  const ratio = ratios(of('50/s, 5 % hang', 'p95'), of('50/s, none hang', 'p95'))
  return [
    ...figures,
    figure('P5: p95 while some hang, of the quiet p95', '≤ 2', ratio),
    figure('P5: healthy ones that did not arrive', '0', of('50/s, 5 % hang', 'missing')),
  ]
}

function plotOf(samples: Record<string, Latencies[]>): Plot {
  const lines = (['p50', 'p95'] as const).flatMap((measure) =>
    ['fast disk', 'slow disk'].map((disk) => ({
      name: `${disk}, ${measure}`,
      points: RATES.map((at) => {
        const ofRate = samples[`${at}/s, ${disk}`] ?? []
        return { at, value: spreadOf(ofRate.map((each) => each[measure])) }
      }),
    })),
  )
  return { title: 'From COMMIT to the receiver, ms', axis: 'events a second', lines }
}
