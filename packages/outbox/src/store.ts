import {
  type Database,
  inDatabaseSpan,
  inSpan,
  type OpenTransaction,
  openDatabase,
  type Sql,
  Transaction,
} from '@mediajobs/db'
import { MAX_SEARCH_MS } from '@mediajobs/domain'
import { SpanKind } from '@opentelemetry/api'
import { FIND_QUEUE } from './pgboss-tables.ts'
import { createNotifier, type NewWork, webhookQueue } from './webhook-queue.ts'

/** The database as operations see it. */
export interface Store {
  /** For operations that only read. */
  readonly sql: Sql
  /** For operations that only read and are quick at any table size: see `Database.quick`. */
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
  /** The cell that new credentials name; `null` if this installation has no name. */
  readonly cell: string | null
  /** Calls `listener` for each committed event. */
  onPublished(listener: (name: string) => void): void
  /** @throws while the database is unreachable, read-only, or lacks its schema. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  databaseUrl: string
  poolSize: number
  sharedConnections?: number
  /** How long a caller waits for a free connection. Default: 3,000. */
  connectTimeoutMs?: number
  applicationName: string
  /** Whether operations queue mails: SMTP_URL is set. Default: no. */
  sendsMail?: boolean
  /** The cell that new credentials name. Default: none. */
  cell?: string | undefined
  /** Called when an idle connection breaks or a notification is lost. For the log only. */
  onError(error: Error): void
}

// Deletes nothing. A read-only server refuses it, and the connection to that server is then closed.
const ASK = `with asked as (delete from organizations where false) ${FIND_QUEUE}`

/** Opens the store. Nothing is connected before the first use, so a process can start first. */
export function openStore(options: StoreOptions): Store {
  const database = openDatabase({ ...options, url: options.databaseUrl })
  const notifier = createNotifier(options.databaseUrl, options.onError)
  const listeners: ((name: string) => void)[] = []
  const publishing: Publishing = {
    sendsMail: options.sendsMail ?? false,
    cell: options.cell ?? null,
    wake: { jobs: () => notifier.notify('jobs'), imports: () => notifier.notify('imports') },
    onPublished(name) {
      for (const listener of listeners) listener(name)
    },
  }
  return {
    sql: database.sql,
    quick: database.quick,
    database,
    sendsMail: publishing.sendsMail,
    cell: publishing.cell,
    read: (work) => work(database.quick),
    search: (work) => database.withinTime(MAX_SEARCH_MS, work),
    transaction: (work) =>
      inDatabaseSpan('transaction', () =>
        database.openTransaction((open) => work(new Tx(open, publishing))),
      ),
    onPublished: (listener) => void listeners.push(listener),
    async ready() {
      const [queue] = await database.sql.query(ASK)
      if (!queue) throw new Error('the queue is not installed yet')
    },
    async close() {
      await notifier.close()
      await database.close()
    },
  }
}

/** What a transaction needs to publish events and create credentials. */
interface Publishing {
  readonly wake: Readonly<Record<NewWork, () => void>>
  readonly sendsMail: boolean
  readonly cell: string | null
  /** Counts a committed event. */
  onPublished(name: string): void
}

/** A transaction that can publish events (see `writeEvent`), queue mails and create credentials. */
export class Tx extends Transaction {
  readonly webhookQueue = webhookQueue
  /** Whether its events are only logged: see {@link withoutWebhooks}. */
  readonly isWithoutWebhooks: boolean
  /** Whether its operations queue mails. */
  readonly sendsMail: boolean
  /** The cell that new credentials name; `null` for none. */
  readonly cell: string | null
  readonly #open: OpenTransaction
  readonly #publishing: Publishing

  constructor(open: OpenTransaction, publishing: Publishing, isWithoutWebhooks = false) {
    super(open)
    this.isWithoutWebhooks = isWithoutWebhooks
    this.sendsMail = publishing.sendsMail && !isWithoutWebhooks
    this.cell = publishing.cell
    this.#open = open
    this.#publishing = publishing
  }

  /** The same transaction, but its events send no webhooks, and it queues no mail. */
  withoutWebhooks(): Tx {
    return new Tx(this.#open, this.#publishing, true)
  }

  /** Wakes the dispatchers for new work after the commit. */
  wakeDispatchers(work: NewWork = 'jobs'): void {
    this.afterCommit(this.#publishing.wake[work])
  }

  /**
   * Runs `write`, which writes the event `name`, in a span, and counts the event after the commit. The transaction
   * waits for `write` before it commits, and fails if it fails.
   */
  publishing<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
    this.afterCommit(() => this.#publishing.onPublished(name))
    const attributes = { 'messaging.operation.name': 'publish', 'webhook.event': name }
    const written = inSpan(`publish ${name}`, { kind: SpanKind.PRODUCER, attributes }, write)
    this.endWith(written)
    return written
  }
}
