import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startApi } from '@mediajobs/testing/service/process'
import { prove } from './support/fault.ts'

const MICROS_PER_MS = 1_000
// Clients per process; none waits between calls.
const CLIENTS_EACH = 3
// The service keeps hits only for the longest window, so they are collected in time.
const COLLECT_MS = 400

interface Window {
  limit: number
  spanMs: number
}

// The windows of docs/contract.md#c1-limits-windows, and smaller ones.
const REAL: Window[] = [
  { limit: 3, spanMs: 1_000 },
  { limit: 20, spanMs: 10_000 },
  { limit: 100, spanMs: 60_000 },
]
const SCALED: Window[] = [
  { limit: 3, spanMs: 100 },
  { limit: 12, spanMs: 600 },
  { limit: 20, spanMs: 1_500 },
]

await prove({
  id: 'F17',
  promise:
    "one key's calls never exceed a limit, across any number of processes and in any span of time",
  rules: '[i8-request-rate, c1-limits-windows, c15-normal-installation]',
  target: '4 processes: at most 3, 20 and 100 accepted in any span of 1, 10 and 60 s',
  async run({ t, isFull }) {
    const windows = isFull ? REAL : SCALED
    const { url: databaseUrl } = await createTestDatabase(t)
    const service = await testApp(t, { databaseUrl })
    const org = await service.createOrg()
    const key = await org.keyWith('READ')
    const RATE_LIMITS = windows.map(({ limit, spanMs }) => `${limit}/${spanMs}ms`).join()
    // The short form has fewer processes, because each takes a second of processor time to start.
    const count = isFull ? 4 : 2
    const processes = await Promise.all(
      Array.from({ length: count }, () => startApi(t, databaseUrl, { RATE_LIMITS })),
    )
    const hits = new Set<number>()
    const collect = async () => {
      const rows = await service.store.sql.query<{ hits: string[] }>(
        `select hits from rate_windows where subject = (
           select 'key:' || id from api_keys order by created_at desc, id desc limit 1)`,
      )
      for (const hit of rows[0]?.hits ?? []) hits.add(Number(hit))
    }
    const endMs = Date.now() + (isFull ? 135_000 : 3_200)
    const statuses = new Map<number, number>()
    const hammer = async (url: string) => {
      while (Date.now() < endMs) {
        const response = await fetch(`${url}/projects`, { headers: { 'x-api-key': key } })
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
    }
    const collecting = setInterval(() => void collect(), COLLECT_MS)
    await Promise.all(
      processes.flatMap(({ url }) => Array.from({ length: CLIENTS_EACH }, () => hammer(url))),
    )
    clearInterval(collecting)
    await collect()

    const accepted = statuses.get(200) ?? 0
    const times = [...hits].sort((a, b) => a - b)
    t.strictSame([...statuses.keys()].sort(), [200, 429], 'there is no other status')
    t.equal(times.length, accepted, 'every accepted call is among the hits')
    const fullest = windows.map((window) => mostIn(times, window))
    // Otherwise a service that refuses everything would pass.
    t.ok(
      fullest.every((most, i) => most >= (windows[i]?.limit ?? 0) - 1),
      'the limits were reached',
    )
    const spans = windows.map(({ spanMs }) => spanMs / 1_000).join(', ')
    const total = [...statuses.values()].reduce((sum, each) => sum + each, 0)
    return {
      figure: `${count} processes, ${accepted} of ${total} accepted: at most ${fullest.join(', ')} in any span of ${spans} s`,
      isMet: fullest.every((most, i) => most <= (windows[i]?.limit ?? 0)),
    }
  },
})

/** The maximum number of ascending `times` within any span. A span excludes its end. */
function mostIn(times: readonly number[], { spanMs }: Window): number {
  let most = 0
  let first = 0
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? 0) >= spanMs * MICROS_PER_MS) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}
