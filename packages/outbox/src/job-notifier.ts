import { withoutJit } from '@mediajobs/db'
import pg from 'pg'
import { type NewWork, WAKE_CHANNEL } from './webhook-queue.ts'

/** Notifies the dispatchers of new work after a commit. */
export interface JobNotifier {
  /** Never waits and never fails. A lost notification delays the work until the dispatcher's next poll. */
  notify(work: NewWork): void
  close(): Promise<void>
}

/**
 * Sends a NOTIFY after the commit, on a connection of its own: inside a writing transaction it would
 * serialise all commits of the database. Calls that come while a NOTIFY is being sent share the next one.
 */
export function createJobNotifier(
  databaseUrl: string,
  onError: (error: Error) => void,
): JobNotifier {
  let client: pg.Client | undefined
  let sending: Promise<void> | undefined
  const unsent = new Set<NewWork>()

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
    for (const work of unsent) {
      unsent.delete(work)
      try {
        const connection = await connected()
        await connection.query(`notify ${WAKE_CHANNEL}, '${work}'`).catch((error) => {
          discard(connection)
          throw error
        })
      } catch (error) {
        onError(error as Error)
      }
    }
    sending = undefined
  }

  return {
    notify(work) {
      unsent.add(work)
      sending ??= send()
    },
    async close() {
      await sending
      await client?.end().catch(() => {})
    },
  }
}
