import { type Database, openDatabase, type Sql, type Transaction } from '@mediajobs/db'
import { MAX_SEARCH_MS } from '@mediajobs/domain'
import { createJobNotifier } from './job-notifier.ts'
import { openWebhookQueue, type WebhookQueue } from './webhook-queue.ts'

/** A transaction in which events can be published: see `publishEvent`. */
export interface Tx extends Transaction {
  readonly webhookQueue: WebhookQueue
  /** Tells the dispatchers, after the commit, that there is work. */
  wakeDispatchers(): void
  /** Whether its events go into the log and to no receiver: see {@link quietly}. */
  readonly isQuiet?: boolean
  /** Does what writes the event `name`: it is counted when it is committed. */
  publishing<Result>(name: string, write: () => Promise<Result>): Promise<Result>
}

/** `tx`, in which events are written into the log and no webhooks are sent. */
export function quietly(tx: Tx): Tx {
  return { ...tx, isQuiet: true }
}

/** The database as the operations see it. */
export interface Store {
  /** For operations that only read. */
  readonly sql: Sql
  /** For those of them that are quick at any size: see `Database.quick`. */
  readonly quick: Sql
  readonly database: Database
  /** For operations that search: see `Database.withinTime`. */
  search<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** For operations that write: see `Database.transaction`. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Has `listener` told of each event that is committed. */
  onPublished(listener: (name: string) => void): void
  /** @throws while the database cannot be reached or its schema is not there yet. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  databaseUrl: string
  poolSize: number
  sharedConnections?: number
  applicationName: string
  /** Told of connections that broke while idle and of wakes that were lost: nothing to act on. */
  onError(error: Error): void
}

/** Opens the store. Nothing is connected before the first use, so a process can start first. */
export function openStore(options: StoreOptions): Store {
  const database = openDatabase({ ...options, url: options.databaseUrl })
  const jobNotifier = createJobNotifier(options.databaseUrl, options.onError)
  const published: ((name: string) => void)[] = []
  let opening: Promise<WebhookQueue> | undefined

  // A queue that could not be opened is tried again by the next transaction.
  function webhookQueue(): Promise<WebhookQueue> {
    opening ??= openWebhookQueue(database).catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  return {
    sql: database.sql,
    quick: database.quick,
    database,
    search: (work) => database.withinTime(MAX_SEARCH_MS, work),
    async transaction(work) {
      const queue = await webhookQueue()
      return database.transaction((transaction) => {
        let waking = false
        const wakeDispatchers = () => {
          if (!waking) transaction.afterCommit(jobNotifier.notify)
          waking = true
        }
        const savepoint = () => {
          const wakingBefore = waking
          const mark = transaction.savepoint()
          const rollBack = async () => {
            await mark.rollBack()
            waking = wakingBefore
          }
          return { ...mark, rollBack }
        }
        const publishing: Tx['publishing'] = (name, write) => {
          transaction.afterCommit(() => {
            for (const tell of published) tell(name)
          })
          return write()
        }
        return work({ ...transaction, savepoint, webhookQueue: queue, wakeDispatchers, publishing })
      })
    },
    onPublished: (listener) => void published.push(listener),
    async ready() {
      await webhookQueue()
      await database.sql.query('select 1 from organizations limit 1')
    },
    async close() {
      const queue = await opening?.catch(() => undefined)
      await queue?.close()
      await jobNotifier.close()
      await database.close()
    },
  }
}
