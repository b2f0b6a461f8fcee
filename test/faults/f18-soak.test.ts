import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '@mediajobs/db/testing'
import { openStore, type Store } from '@mediajobs/outbox'
import { createOrg } from '@mediajobs/testing/api/members'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { startApi, startDispatcher } from '@mediajobs/testing/service/process'
import { prove } from './support/fault.ts'
import { startMixedLoad } from './support/mixed-load.ts'

const SAMPLE_MS = 2_000
const HOUR_MS = 3_600_000
const MIB = 1_048_576
// Per process. About as large as the measurement error of such a short run.
const SLOPE_MIB_PER_HOUR = 60
const MAX_JOBS = 500
const MAX_CONNECTIONS = 25
const MAX_QUEUE_BYTES = 20 * MIB
// Failing webhooks end after these retries, so they don't fill the queue.
const RETRY_DELAYS = '1s,2s'

const QUEUE = `
  select (select count(*) from pgboss.job)::int as jobs,
    (select count(*) from pg_stat_activity where datname = current_database()
      and application_name <> 'test')::int as connections,
    (select sum(pg_total_relation_size(oid)) from pg_class
      where relnamespace = 'pgboss'::regnamespace and relkind = 'r')::float8 as bytes`
const UNSENT = `
  select count(*)::int as count from webhook_deliveries where status in ('PENDING', 'RETRYING')`

interface Queue {
  jobs: number
  connections: number
  bytes: number
}

interface Sample extends Queue {
  atMs: number
  api: ProcessFigures
  dispatcher: ProcessFigures
}

await prove({
  id: 'F18',
  promise:
    "a service under sustained load doesn't grow in memory, connections, files or queue space",
  target: `8 minutes: memory growth within its error of zero or below ${SLOPE_MIB_PER_HOUR} MiB/h, at most ${MAX_JOBS} jobs and ${MAX_QUEUE_BYTES / MIB} MiB of queue, ${MAX_CONNECTIONS} connections, files constant`,
  async run({ t, isFull }) {
    const { url: databaseUrl } = await createTestDatabase(t)
    const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'test', onError() {} })
    t.teardown(() => store.close())
    const org = await createOrg(store)
    const receivers = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_ALLOW_HTTP: 'true' }
    const [api, dispatcher] = await Promise.all([
      startApi(t, databaseUrl, { RATE_LIMITS: '100000/1s', ...receivers }),
      startDispatcher(t, databaseUrl, { WEBHOOK_RETRY_DELAYS: RETRY_DELAYS }),
    ])
    const healthy = await startReceiver()
    const failing = await startReceiver({ fallback: status(500) })
    t.teardown(() => Promise.all([healthy.close(), failing.close()]))
    const load = await startMixedLoad(api.url, org.key, [healthy.url, failing.url])
    const samples: Sample[] = []
    const endMs = performance.now() + (isFull ? 480_000 : 8_000)
    while (performance.now() < endMs) {
      await pause(isFull ? SAMPLE_MS : SAMPLE_MS / 2)
      samples.push({
        atMs: performance.now(),
        api: processFigures(api.pid),
        dispatcher: processFigures(dispatcher.pid),
        ...(await queueOf(store)),
      })
    }
    const { calls, failed } = await load.stop()
    t.equal(failed, 0, 'every call succeeded')
    await eventually(
      'every webhook ended',
      async () => (await store.sql.query<{ count: number }>(UNSENT))[0]?.count === 0,
      30_000,
    )
    t.equal((await queueOf(store)).jobs, 0, 'and no job is left')
    return summarize(samples, calls, isFull)
  },
})

async function queueOf(store: Store): Promise<Queue> {
  const [queue] = await store.sql.query<{ [Name in keyof Queue]: number }>(QUEUE)
  if (!queue) throw new Error('the queue has no figures')
  return queue
}

function summarize(samples: readonly Sample[], calls: number, isFull: boolean) {
  const half = samples.slice(Math.floor(samples.length / 2))
  const most = (of: (sample: Sample) => number) => Math.max(...samples.map(of))
  const grown = (of: (sample: Sample) => number) =>
    Math.max(...half.slice(-3).map(of)) - Math.max(...half.slice(0, 3).map(of))
  const slopes = (['api', 'dispatcher'] as const).map((name) => {
    const line = slopeOf(half.map(({ atMs, ...of }) => [atMs, of[name].rssBytes]))
    const perHour = { slope: (line.slope * HOUR_MS) / MIB, error: (line.error * HOUR_MS) / MIB }
    const isLevel = perHour.slope - 2 * perHour.error <= 0 || perHour.slope <= SLOPE_MIB_PER_HOUR
    return { name, ...perHour, isLevel }
  })
  const files = Math.max(
    grown(({ api }) => api.fileDescriptors),
    grown(({ dispatcher }) => dispatcher.fileDescriptors),
  )
  const bounded =
    most(({ jobs }) => jobs) <= MAX_JOBS &&
    most(({ bytes }) => bytes) <= MAX_QUEUE_BYTES &&
    most(({ connections }) => connections) <= MAX_CONNECTIONS &&
    files <= 5
  const memory = slopes.map(
    ({ name, slope, error }) => `${name} ${slope.toFixed(0)} ± ${error.toFixed(0)} MiB/h`,
  )
  const rss = [most(({ api }) => api.rssBytes), most(({ dispatcher }) => dispatcher.rssBytes)]
  return {
    figure:
      `${calls} calls: ${isFull ? memory.join(', ') : 'memory not checked'} (${rss.map((bytes) => Math.round(bytes / MIB)).join(' and ')} MiB at most), ` +
      `at most ${most(({ jobs }) => jobs)} jobs in ${(most(({ bytes }) => bytes) / MIB).toFixed(1)} MiB, ` +
      `${most(({ connections }) => connections)} connections, ${files} more files`,
    isMet: bounded && (!isFull || slopes.every(({ isLevel }) => isLevel)),
  }
}

interface ProcessFigures {
  rssBytes: number
  fileDescriptors: number
}

/** What Linux reports about a process. */
function processFigures(pid: number): ProcessFigures {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    rssBytes: Number(kib) * 1_024,
    fileDescriptors: readdirSync(`/proc/${pid}/fd`).length,
  }
}

/** Least squares: the slope and its standard error. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
  const residue = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return { slope, error: Math.sqrt(residue / (points.length - 2) / spread) }
}
