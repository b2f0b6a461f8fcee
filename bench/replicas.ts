import type { Work } from './support/costs.ts'
import { DATA, fill, QUICK_DATA } from './support/fill.ts'
import {
  CONNECTIONS,
  interleave,
  load,
  QUICK,
  type Sample,
  type Target,
  writeScript,
} from './support/load.ts'
import {
  type BenchProcess,
  type Engine,
  inFolder,
  startApi,
  startEngine,
} from './support/process.ts'
import { compare, type Figure, failures, type RunOptions, report } from './support/report.ts'
import {
  arrived,
  type BenchReceiver,
  openBenchStore,
  publishMany,
  SUBSCRIPTIONS,
  settled,
  startDispatcher,
  startReceiver,
  subscribe,
} from './support/webhooks.ts'

const ONE = 'one process'
const TWO = 'two processes'
const PAIR = [TWO, ONE] as const

/** P9: two processes of each kind against one on the same cores. Two must not cost more. */
export async function replicas(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const data = isQuick ? QUICK_DATA : DATA
  const timing = isQuick ? QUICK : { rounds: 7, secondsEach: 5, warmUpSeconds: 8 }
  const count = isQuick ? 1_000 : 20_000
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const keys = await fill(engine.client, data)
    const page = { method: 'GET', path: '/projects?limit=20' } as const
    const script = await writeScript(folder, 'reads', page, keys)
    const apis = await Promise.all([startApi(engine.environment), startApi(engine.environment)])
    for (const api of apis) onEnd(api.end)
    const reading = await interleave(
      [apiTarget(ONE, engine, apis.slice(0, 1), script), apiTarget(TWO, engine, apis, script)],
      timing,
    )
    const receiver = await startReceiver()
    onEnd(receiver.process.end)
    const store = openBenchStore(engine)
    onEnd(store.close)
    const urls = Array.from({ length: SUBSCRIPTIONS }, (_, i) => `${receiver.url}/hook/${i}`)
    const organizations = await subscribe(engine, urls)
    const dispatchers = await Promise.all([startDispatcher(engine), startDispatcher(engine)])
    for (const { child, end } of dispatchers) {
      onEnd(async () => {
        child.kill('SIGCONT')
        await end()
      })
    }
    const publish = () => publishMany(store, organizations, count)
    const drain = { engine, receiver, dispatchers, publish, count }
    const drained = await interleave(
      [drainTarget(ONE, { ...drain, working: 1 }), drainTarget(TWO, { ...drain, working: 2 })],
      { ...timing, rounds: isQuick ? 1 : 5 },
    )
    const figures = [...figuresOf(reading, 'api'), ...figuresOf(drained, 'dispatcher')]
    const samples = { ...named(reading, 'api'), ...named(drained, 'dispatcher') }
    const setting = { ...data, ...timing, count, connections: CONNECTIONS }
    await report({ name: 'replicas', setting, figures, samples }, options)
  })
}

function apiTarget(
  name: string,
  engine: Engine,
  apis: readonly (BenchProcess & { url: string })[],
  script: string,
): Target {
  const connections = CONNECTIONS / apis.length
  const pids = apis.map(({ pid }, i) => [`node ${i + 1}`, pid])
  return {
    name,
    processes: { ...Object.fromEntries(pids), postgres: engine.pid },
    async run(seconds) {
      const works = await Promise.all(
        apis.map(({ url }) => load(url, script, seconds, connections)),
      )
      return works.reduce(together)
    },
  }
}

function together(a: Work, b: Work): Work {
  return {
    done: a.done + b.done,
    seconds: Math.max(a.seconds, b.seconds),
    failed: a.failed + b.failed,
  }
}

interface Drain {
  engine: Engine
  receiver: BenchReceiver
  dispatchers: readonly BenchProcess[]
  publish(): Promise<void>
  count: number
  working: number
}

function drainTarget(name: string, drain: Drain): Target {
  const { engine, receiver, dispatchers, publish, count, working } = drain
  const pids = dispatchers.map(({ pid }, i) => [`node ${i + 1}`, pid])
  return {
    name,
    processes: { ...Object.fromEntries(pids), postgres: engine.pid },
    async prepare() {
      await settled(engine)
      for (const { child } of dispatchers) child.kill('SIGSTOP')
      await receiver.reset()
      await publish()
    },
    async run() {
      for (const { child } of dispatchers.slice(0, working)) child.kill('SIGCONT')
      return arrived(receiver, count)
    },
  }
}

function figuresOf(samples: Map<string, Sample[]>, what: string): Figure[] {
  return [
    compare(samples, `P9 ${what}: rate of two, of one`, PAIR, '≥ 1'),
    compare(samples, `P9 ${what}: processor time of two, of one`, PAIR, '≤ 1.1', 'cpuMicros'),
    failures(samples, `P9 ${what}: what failed`),
  ]
}

function named(samples: Map<string, Sample[]>, what: string): Record<string, Sample[]> {
  return Object.fromEntries([...samples].map(([name, of]) => [`${what}, ${name}`, of]))
}
