import { withoutJit } from '@mediajobs/db'
import { NEW_WORK, type NewWork, WAKE_CHANNEL } from '@mediajobs/outbox'
import type { FaultLog } from '@mediajobs/runtime'
import pg from 'pg'

export interface JobListener {
  close(): Promise<void>
}

export interface JobListenerOptions {
  databaseUrl: string
  faults: FaultLog
  /** Called when there is new work of this kind, or may be some that came while the connection was broken. */
  onNotified(work: NewWork): void
}

const DOING = 'listening for new jobs'
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 2_000
// Finds a connection whose other end is gone without a sign. Until then, the poll finds new jobs.
const PROBE_MS = 10_000
const RESPONSE_TIMEOUT_MS = 3_000

/**
 * Listens for notifications of new work on a connection of its own. When the connection breaks, it tries to
 * connect until it succeeds. A lost notification only delays the work until the next poll.
 */
export function listenForJobs({
  databaseUrl,
  faults,
  onNotified,
}: JobListenerOptions): JobListener {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = FIRST_RETRY_MS

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'dispatcher listener',
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
    })
    client = fresh
    fresh.on('error', (error) => reconnect(fresh, error))
    fresh.on('end', () => reconnect(fresh, new Error('the connection has ended')))
    fresh.on('notification', ({ payload }) => onNotified(payload === 'imports' ? payload : 'jobs'))
    try {
      await fresh.connect()
      await withoutJit(fresh)
      await fresh.query(`listen ${WAKE_CHANNEL}`)
    } catch (error) {
      reconnect(fresh, error)
      return
    }
    if (client !== fresh) return
    retryMs = FIRST_RETRY_MS
    faults.worked(DOING)
    probeLater(fresh)
    for (const work of NEW_WORK) onNotified(work)
  }

  function probeLater(probed: pg.Client): void {
    timer = setTimeout(async () => {
      try {
        await probed.query('select 1')
        if (client === probed) probeLater(probed)
      } catch (error) {
        reconnect(probed, error)
      }
    }, PROBE_MS)
  }

  function reconnect(broken: pg.Client, error: unknown): void {
    if (client !== broken) return
    client = undefined
    clearTimeout(timer)
    broken.end().catch(() => {})
    if (closed) return
    faults.failed(DOING, error)
    timer = setTimeout(() => void connect(), retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      const open = client
      client = undefined
      await open?.end().catch(() => {})
    },
  }
}
