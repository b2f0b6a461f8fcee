import { withoutJit } from '@mediajobs/db'
import pg from 'pg'
import { WAKE_CHANNEL } from './webhook-queue.ts'

/** Wakes the dispatchers after a commit. */
export interface JobNotifier {
  /** Never waits and never fails: a wake that is lost costs one poll of the dispatcher. */
  notify(): void
  close(): Promise<void>
}

/**
 * A NOTIFY inside a writing transaction would serialise every commit of the database, so it goes out
 * after the commit, on a connection of its own; calls that come while one is under way are one.
 */
export function createJobNotifier(
  databaseUrl: string,
  onError: (error: Error) => void,
): JobNotifier {
  let client: pg.Client | undefined
  let sending: Promise<void> | undefined
  let again = false

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'waker',
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
    })
    fresh.on('error', () => discard(fresh))
    await fresh.connect()
    await withoutJit(fresh)
    client = fresh
    return fresh
  }

  function discard(broken: pg.Client): void {
    if (client === broken) client = undefined
    broken.end().catch(() => {})
  }

  async function send(): Promise<void> {
    do {
      again = false
      try {
        const connection = await connected()
        await connection.query(`notify ${WAKE_CHANNEL}`).catch((error) => {
          discard(connection)
          throw error
        })
      } catch (error) {
        onError(error as Error)
      }
    } while (again)
    sending = undefined
  }

  return {
    notify() {
      if (sending) again = true
      else sending = send()
    },
    async close() {
      await sending
      await client?.end().catch(() => {})
    },
  }
}
