import {
  type Database,
  inDatabaseSpan,
  inSpan,
  isMissingTable,
  NotMigrated,
  type OpenTransaction,
  openDatabase,
  type Sql,
  Transaction,
} from '@mediajobs/db'
import { MAX_SEARCH_MS } from '@mediajobs/domain'
import { SpanKind } from '@opentelemetry/api'
import { FIND_QUEUE } from './pgboss-tables.ts'
import { createNotifier, type NewWork, webhookQueue } from './webhook-queue.ts'

/** The database for operations. */
export interface Store {
  /** For reads. */
  readonly sql: Sql
  /** For reads that are fast at any table size: see `Database.quick`. */
  readonly quick: Sql
  readonly database: Database
  /** For lists read by fast statements. In an api, organizations take turns. */
  read<Result>(work: (quick: Sql) => Promise<Result>): Promise<Result>
  /** For searches: see `Database.withinTime`. */
  search<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Like `search`, for reports, which queue separately. */
  report<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** For writes: see `Database.transaction`. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Whether operations queue mails. */
  readonly sendsMail: boolean
  /** The cell named in new credentials, if any. */
  readonly cell: string | null
  /** Calls `listener` for each committed event. */
  onPublished(listener: (name: string) => void): void
  /** @throws while the database is unreachable, read-only or not migrated. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  databaseUrl: string
  poolSize: number
  sharedConnections?: number
  /** Wait for a free connection. Default: 3,000. */
  connectTimeoutMs?: number
  applicationName: string
  /** Whether operations queue mails: SMTP_URL is set. Default: no. */
  sendsMail?: boolean
  /** The cell named in new credentials. Default: none. */
  cell?: string | undefined
  /** Called when an idle connection breaks or a notification is lost. For logging. */
  onError(error: Error): void
}

// A no-op write: a read-only server rejects it, which closes the connection to that server.
const PROBE = `with asked as (delete from organizations where false) ${FIND_QUEUE}`

/** Opens the store. Connects lazily, so a process can start without the database. */
export function openStore(options: StoreOptions): Store {
  const database = openDatabase({ ...options, url: options.databaseUrl })
  const notifier = createNotifier(options.databaseUrl, options.onError)
  const listeners: ((name: string) => void)[] = []
  const publishing: Publishing = {
    sendsMail: options.sendsMail ?? false,
    cell: options.cell ?? null,
    wake: {
      jobs: () => notifier.notify('jobs'),
      imports: () => notifier.notify('imports'),
      payments: () => notifier.notify('payments'),
    },
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
    report: (work) => database.withinTime(MAX_SEARCH_MS, work),
    transaction: (work) =>
      inDatabaseSpan('transaction', () =>
        database.openTransaction((open) => work(new Tx(open, publishing))),
      ),
    onPublished: (listener) => void listeners.push(listener),
    async ready() {
      const [queue] = await database.sql.query(PROBE).catch((error) => {
        if (!isMissingTable(error)) throw error
        // Without its cause, which a log would show instead.
        throw new NotMigrated('the database has no schema yet: run the migrations')
      })
      if (!queue) throw new NotMigrated('the queue is not installed yet: run the migrations')
    },
    async close() {
      await notifier.close()
      await database.close()
    },
  }
}

interface Publishing extends Pick<Store, 'sendsMail' | 'cell'> {
  readonly wake: Readonly<Record<NewWork, () => void>>
  /** Called for each committed event. */
  onPublished(name: string): void
}

/** A transaction that can publish events (see `writeEvent`), queue mails and create credentials. */
export class Tx extends Transaction {
  readonly webhookQueue = webhookQueue
  /** Events are only logged: see {@link withoutWebhooks}. */
  readonly isWithoutWebhooks: boolean
  readonly sendsMail: boolean
  /** The cell named in new credentials, if any. */
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

  /** The same transaction without webhooks and mail. */
  withoutWebhooks(): Tx {
    return new Tx(this.#open, this.#publishing, true)
  }

  /** Notifies dispatchers after the commit. */
  wakeDispatchers(work: NewWork = 'jobs'): void {
    this.afterCommit(this.#publishing.wake[work])
  }

  /**
   * Runs `write`, which writes the event `name`, in a span, and reports the event after the commit. The commit waits
   * for `write`, and fails if it does.
   */
  publishing<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
    this.afterCommit(() => this.#publishing.onPublished(name))
    const attributes = { 'messaging.operation.name': 'publish', 'webhook.event': name }
    const written = inSpan(`publish ${name}`, { kind: SpanKind.PRODUCER, attributes }, write)
    this.endWith(written)
    return written
  }
}
