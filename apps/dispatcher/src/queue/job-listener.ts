import { withoutJit } from '@mediajobs/db'
import { WAKE_CHANNEL } from '@mediajobs/outbox'
import pg from 'pg'
import type { FaultLog } from '../monitoring/fault-log.ts'

export interface JobListener {
  close(): Promise<void>
}

export interface JobListenerOptions {
  databaseUrl: string
  faults: FaultLog
  /** New jobs are there, or may have come while nobody listened. */
  onNotified(): void
}

const DOING = 'listening for new jobs'
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 2_000
// A peer that is gone without a word is found by this; the poll finds the jobs meanwhile.
const PROBE_MS = 10_000
const ANSWER_TIMEOUT_MS = 3_000

/**
 * Listens on a connection of its own and connects again for as long as it takes. A notification that
 * is lost costs one poll, nothing more.
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
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    })
    client = fresh
    fresh.on('error', (error) => reconnect(fresh, error))
    fresh.on('end', () => reconnect(fresh, new Error('the connection has ended')))
    fresh.on('notification', onNotified)
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
    onNotified()
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
