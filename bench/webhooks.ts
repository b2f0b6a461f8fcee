import { once } from 'node:events'
import { interleave, type Target } from './support/load.ts'
import { startEngine, startProcess } from './support/process.ts'
import { compare, failures, type RunOptions, report } from './support/report.ts'
import {
  arrived,
  eventData,
  openBenchStore,
  publishMany,
  SUBSCRIPTIONS,
  settled,
  startDispatcher,
  startReceiver,
  subscribe,
} from './support/webhooks.ts'

/** P3: one dispatcher drains a backlog, against the same signed POSTs in a bare loop. */
export async function webhooks(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const count = isQuick ? 2_000 : 20_000
  const timing = { rounds: isQuick ? 1 : 5, secondsEach: 0, warmUpSeconds: 0 }
  await using engine = await startEngine()
  await using receiver = await startReceiver()
  await using store = openBenchStore(engine)
  const urls = Array.from({ length: SUBSCRIPTIONS }, (_, i) => `${receiver.url}/hook/${i}`)
  const organizations = await subscribe(engine, urls)
  await using dispatcher = await startDispatcher(engine)
  await using scope = new AsyncDisposableStack()
  scope.defer(async () => void dispatcher.child.kill('SIGCONT'))
  const data = JSON.stringify({
    event: 'PROJECT_CREATED',
    orgId: organizations[0],
    ...eventData(0),
  })
  await using posts = await startProcess(
    'bench/baselines/posts.ts',
    /ready/,
    {},
    [],
    [receiver.url, data],
  )

  const targets: Target[] = [
    {
      name: 'service',
      processes: { node: dispatcher.pid, postgres: engine.pid },
      async prepare() {
        await settled(engine)
        dispatcher.child.kill('SIGSTOP')
        await receiver.reset()
        await publishMany(store, organizations, count)
      },
      async run() {
        dispatcher.child.kill('SIGCONT')
        return arrived(receiver, count)
      },
    },
    {
      name: 'bare posts',
      processes: { node: posts.pid },
      prepare: receiver.reset,
      async run() {
        const done = once(posts.child, 'message')
        posts.child.send(count)
        await done
        return arrived(receiver, count)
      },
    },
  ]
  const samples = await interleave(targets, timing)
  const figures = [
    compare(samples, 'P3: webhooks a second, of bare posts', ['service', 'bare posts'], '≥ 0.33'),
    failures(samples, 'P3: webhooks that came twice or never'),
  ]
  const setting = { count, SUBSCRIPTIONS, rounds: timing.rounds }
  await report(
    { name: 'webhooks', setting, figures, samples: Object.fromEntries(samples) },
    options,
  )
}
