import { type Database, inDatabaseSpan, openDatabase, type Sql } from '@mediajobs/db'
import { MAX_SEARCH_MS } from '@mediajobs/domain'
import { createJobNotifier } from './job-notifier.ts'
import { Tx } from './tx.ts'
import { openWebhookQueue, type WebhookQueue } from './webhook-queue.ts'

/** The database as the operations see it. */
export interface Store {
  /** For operations that only read. */
  readonly sql: Sql
  /** For operations that only read and are quick at any size of the tables: see `Database.quick`. */
  readonly quick: Sql
  readonly database: Database
  /** For operations that read many records by quick statements: an api gives each organization its turn. */
  read<Result>(work: (quick: Sql) => Promise<Result>): Promise<Result>
  /** For operations that search: see `Database.withinTime`. */
  search<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** For operations that write: see `Database.transaction`. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Whether operations queue mails. */
  readonly sendsMail: boolean
  /** The cell that new credentials name; `null` when this installation has no name. */
  readonly cell: string | null
  /** Calls `listener` for each committed event. */
  onPublished(listener: (name: string) => void): void
  /** @throws while the database cannot be reached, accepts no writes, or its schema is not there yet. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  databaseUrl: string
  poolSize: number
  sharedConnections?: number
  /** After this time without a free connection, a caller gets an error. Default: 3,000. */
  connectTimeoutMs?: number
  applicationName: string
  /** Whether operations queue mails: SMTP_URL is set. Default: no. */
  sendsMail?: boolean
  /** The cell that new credentials name. Default: none. */
  cell?: string | undefined
  /** Called when an idle connection breaks or a notification is lost. Nothing needs to be done. */
  onError(error: Error): void
}

// Deletes nothing. A read-only server refuses it, and the connection to that server is then closed.
const ASK = 'delete from organizations where false'

/** Opens the store. Nothing is connected before the first use, so a process can start first. */
export function openStore(options: StoreOptions): Store {
  const database = openDatabase({ ...options, url: options.databaseUrl })
  const jobNotifier = createJobNotifier(options.databaseUrl, options.onError)
  const wake = {
    jobs: () => jobNotifier.notify('jobs'),
    imports: () => jobNotifier.notify('imports'),
  }
  const sendsMail = options.sendsMail ?? false
  const cell = options.cell ?? null
  const published: ((name: string) => void)[] = []
  let opening: Promise<WebhookQueue> | undefined

  // When the queue cannot be opened, the next transaction tries again.
  function webhookQueue(): Promise<WebhookQueue> {
    opening ??= openWebhookQueue(database).catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  function onPublished(name: string): void {
    for (const listener of published) listener(name)
  }

  return {
    sql: database.sql,
    quick: database.quick,
    database,
    sendsMail,
    cell,
    read: (work) => work(database.quick),
    search: (work) => database.withinTime(MAX_SEARCH_MS, work),
    transaction: (work) =>
      inDatabaseSpan('transaction', async () => {
        const publishing = {
          webhookQueue: await webhookQueue(),
          wake,
          onPublished,
          sendsMail,
          cell,
        }
        return database.openTransaction((open) => work(new Tx(open, publishing)))
      }),
    onPublished: (listener) => void published.push(listener),
    async ready() {
      await webhookQueue()
      await database.sql.query(ASK)
    },
    async close() {
      const queue = await opening?.catch(() => undefined)
      await queue?.close()
      await jobNotifier.close()
      await database.close()
    },
  }
}
