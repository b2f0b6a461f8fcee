import type { Engine } from '../support/engine.ts'
import type { BenchKey } from '../support/fill.ts'
import { BOOK, FIRST_PAGE } from '../support/growth-lines.ts'
import { load, writeScript } from '../support/load.ts'
import { startApi } from '../support/process.ts'

/** Requests that were sent while something else ran. */
export interface Loaded {
  seconds: number
  requests: number
  failed: number
  /** The worst 99th percentile of a slice of {@link SLICE_SECONDS}, of lists and of bookings. */
  listP99Ms: number
  bookingP99Ms: number
}

const SLICE_SECONDS = 5
// Two callers read and two book, so that the processors are not full before the work begins.
const CONNECTIONS = 2

/** Sends lists and bookings of all `keys`, slice by slice, until `work` has ended. */
export async function underLoad(
  engine: Engine,
  folder: string,
  keys: readonly BenchKey[],
  work: () => Promise<unknown>,
): Promise<Loaded> {
  const api = await startApi(engine.environment)
  const loaded: Loaded = { seconds: 0, requests: 0, failed: 0, listP99Ms: 0, bookingP99Ms: 0 }
  try {
    const lists = await writeScript(folder, 'lists', FIRST_PAGE, keys)
    const bookings = await writeScript(folder, 'bookings', BOOK, keys)
    let isOver = false
    const startedMs = performance.now()
    const working = work().finally(() => {
      loaded.seconds = (performance.now() - startedMs) / 1_000
      isOver = true
    })
    // `await working` reports it. Until then, a slice is still running.
    working.catch(() => {})
    do {
      const [read, booked] = await Promise.all([
        load(api.url, lists, SLICE_SECONDS, CONNECTIONS),
        load(api.url, bookings, SLICE_SECONDS, CONNECTIONS),
      ])
      loaded.requests += read.done + booked.done
      loaded.failed += read.failed + booked.failed
      loaded.listP99Ms = Math.max(loaded.listP99Ms, read.latency?.p99Ms ?? 0)
      loaded.bookingP99Ms = Math.max(loaded.bookingP99Ms, booked.latency?.p99Ms ?? 0)
    } while (!isOver)
    await working
  } finally {
    await api.end()
  }
  return loaded
}
