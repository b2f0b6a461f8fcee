// One connection of `pg`: how statements are sent on it, and its response timeout. All use of undocumented
// internals of `pg` is here. packages/db/test/driver-internals.test.ts pins the version.
import type { Socket } from 'node:net'
import pg, {
  type Client,
  type ClientBase,
  type FieldDef,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg'

// Identifies the notice by PostgreSQL's function: its text is localized.
const WAIT_FOR_STANDBYS = 'SyncRepWaitForLSN'

const cutShort = new WeakSet<ClientBase>()

/**
 * The wait for the synchronous standby was canceled, for example by `pg_cancel_backend`. The server reports success,
 * but a failover would lose the commit. docs/contract.md#c15-unreplicated
 */
class NotReplicated extends Error {
  // SQLSTATE transaction_resolution_unknown
  readonly code = '08007'

  constructor() {
    super('the wait for the synchronous standby was cancelled: only the primary has the change')
  }
}

export function watchReplication(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT_FOR_STANDBYS) cutShort.add(client)
  })
}

/**
 * Sends a statement through `pg`'s callback interface. Its promises retain all rows until the next full garbage
 * collection: a request left 28 KB, and now leaves 0.6 KB (ADR 11).
 *
 * @throws the driver's error, or {@link NotReplicated}
 */
export function sendStatement(
  client: ClientBase,
  config: QueryConfig,
  values?: unknown[],
): Promise<QueryResult> {
  const { name } = config
  closeUnparsed(client, name)
  timeouts.get(client)?.resume()
  return new Promise((resolve, reject) => {
    const statement = new Statement(values === undefined ? config : { ...config, values })
    // Passed as an argument: as the query's `callback`, it would retain all rows, as promises do.
    void client.query(statement, (error, result) => {
      if (error) recordUnparsed(client, name)
      const failure = error ?? (cutShort.delete(client) ? new NotReplicated() : undefined)
      if (failure) reject(failure)
      else resolve(result)
    })
  })
}

// What: closes connections whose server stays silent while a statement is in flight.
// Why: one timer for all connections. A timer and closure per statement retain what a request has read until a full
//   garbage collection.
// Measured: a request left 28 KB in memory, now 0.6 KB. ADR 11.
// To remove: pass `query_timeout` to `pg` in database.ts, and delete this class.

const timeouts = new WeakMap<ClientBase, ResponseTimeout>()

interface Watched {
  readonly client: Client
  /** Bytes written when the last statement completed. */
  writtenWhenDone: number
  bytesRead: number
  /** Time without incoming data. */
  quietMs: number
  /** Time without incoming data while a statement is in flight. */
  silentMs: number
}

// The timeout is off by at most a sixth. Checks add their interval instead of reading a clock: a suspended process may
// have unread results in its sockets.
const CHECKS = 6

/**
 * Closes connections silent for `limitMs` with a statement in flight, along with those idle for as long: a dead host
 * doesn't close its connections. `socket.setTimeout` doesn't work here: each pipelined write restarts it. Doesn't wake an
 * idle process.
 */
export class ResponseTimeout {
  readonly #limitMs: number
  readonly #intervalMs: number
  readonly #watched = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined
  #isChecking = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#intervalMs = limitMs / CHECKS
  }

  watch(client: Client): void {
    const { bytesRead, bytesWritten } = socketOf(client)
    const watched = { client, writtenWhenDone: bytesWritten, bytesRead, quietMs: 0, silentMs: 0 }
    client.on('drain', () => {
      watched.writtenWhenDone = socketOf(client).bytesWritten
    })
    client.once('end', () => this.#watched.delete(watched))
    this.#watched.add(watched)
    timeouts.set(client, this)
  }

  /** Call for each statement. */
  resume(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => this.#check(), this.#intervalMs).unref()
  }

  #check(): void {
    this.#isChecking = false
    let isLost = false
    for (const watched of this.#watched) {
      const socket = socketOf(watched.client)
      const isQuiet = socket.bytesRead === watched.bytesRead
      watched.quietMs = isQuiet ? watched.quietMs + this.#intervalMs : 0
      watched.silentMs = isQuiet && waits(watched) ? watched.silentMs + this.#intervalMs : 0
      watched.bytesRead = socket.bytesRead
      if (waits(watched)) this.resume()
      if (watched.silentMs < this.#limitMs) continue
      socket.destroy(new SilentServer(this.#limitMs))
      isLost = true
    }
    if (isLost) this.#endIdle()
  }

  /** The server may be gone: an idle connection would cost the next caller another timeout. */
  #endIdle(): void {
    for (const watched of this.#watched) {
      if (watched.quietMs >= this.#limitMs && !waits(watched)) socketOf(watched.client).destroy()
    }
  }
}

function waits({ client, writtenWhenDone }: Watched): boolean {
  return socketOf(client).bytesWritten !== writtenWhenDone
}

class SilentServer extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(limitMs: number) {
    super(`no data from PostgreSQL for ${limitMs} ms`)
  }
}

/** Members of `pg`'s connection missing from `@types/pg`. */
interface Wire {
  readonly stream: Socket
  readonly parsedStatements: Readonly<Record<string, string>>
  readonly submittedNamedStatements: Readonly<Record<string, string>>
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
  close(message: object): void
  sync(): void
  on(event: 'errorMessage', listener: (error: { code?: string }) => void): void
}

function wireOf(client: ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection
}

export function socketOf(client: ClientBase): Socket {
  return wireOf(client).stream
}

/** Calls `listener` for each error the server reports, even if no one awaits the statement. */
export function onServerError(
  client: ClientBase,
  listener: (error: { code?: string }) => void,
): void {
  wireOf(client).on('errorMessage', listener)
}

/** The last reported status: `I` idle, `T` in a transaction, `E` in a failed one. */
export function transactionStatus(client: PoolClient): string | null {
  return (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus()
}

/**
 * Buffers writes until the end of this event-loop callback, so they go out in one packet: each packet costs a system
 * call and wakes a server process (ADR 11, docs/performance.md).
 *
 * @param onSent called when the packet goes out
 */
export function inOnePacket(client: ClientBase, onSent?: () => void): void {
  const stream = socketOf(client)
  stream.cork()
  process.nextTick(() => {
    onSent?.()
    stream.uncork()
  })
}

// A statement behind a failed one in its transaction fails unparsed, so `pg` parses it again later under the same name.
// PostgreSQL doesn't know the name, but PgBouncer 1.24.1 does, and drops the connection ("prepared statement name is
// already in use"). So the name is closed first. To remove: when `pg` closes such names.
const unparsed = new WeakMap<ClientBase, Set<string>>()

function recordUnparsed(client: ClientBase, name: string | undefined): void {
  if (name === undefined || wireOf(client).parsedStatements[name] !== undefined) return
  const names = unparsed.get(client) ?? new Set()
  unparsed.set(client, names.add(name))
}

/** A no-op for names PostgreSQL doesn't know. */
function closeUnparsed(client: ClientBase, name: string | undefined): void {
  if (name === undefined || !unparsed.get(client)?.delete(name)) return
  const wire = wireOf(client)
  const text = wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]
  if (text === undefined) wire.close({ type: 'S', name })
}

// What: keeps what a prepared statement returns: its columns, their parsers, and the empty row that `pg` copies for each
//   row.
// Why: `pg` has PostgreSQL describe every result, and builds all of that from the description. On a connection, a
//   prepared statement's columns never change: PostgreSQL fails the statement instead.
// Measured on a busy machine: a list took 0.88 of the processor time. docs/performance.md
// To remove: give `pg` the config in `sendStatement`.
interface Columns {
  fields: readonly FieldDef[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** What a query uses of {@link Wire}. */
type Sender = Omit<Wire, 'stream' | 'submittedNamedStatements' | 'on'>

interface PgQuery extends QueryConfig {
  readonly _result: Columns
  /** Set by a description. */
  _accumulateRows: boolean
  prepare(wire: Sender): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

const Query = pg.Query as unknown as new (config: QueryConfig) => PgQuery

/** A query that has PostgreSQL describe a prepared statement once per connection. */
class Statement extends Query {
  override prepare(wire: Wire): void {
    const { columns, withoutDescribe } = stateOf(wire)
    const known = this.name === undefined ? undefined : columns.get(keyOf(this))
    if (known) {
      Object.assign(this._result, known)
      this._accumulateRows = true
    }
    super.prepare(known ? withoutDescribe : wire)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    super.handleCommandComplete(message, wire)
    if (this.name === undefined) return
    const [key, { columns }] = [keyOf(this), stateOf(wire)]
    if (!columns.has(key)) columns.set(key, sharedColumns(key, this._result))
  }
}

/** Drizzle has separate parsers. */
function keyOf({ name, types }: PgQuery): string {
  return types ? `${name} of Drizzle` : `${name}`
}

const states = new WeakMap<Wire, { columns: Map<string, Columns>; withoutDescribe: Sender }>()

function stateOf(wire: Wire) {
  let state = states.get(wire)
  if (!state) {
    const withoutDescribe: Sender = {
      parsedStatements: wire.parsedStatements,
      bind: (message) => wire.bind(message),
      describe: () => {},
      execute: (message) => wire.execute(message),
      close: (message) => wire.close(message),
      sync: () => wire.sync(),
    }
    state = { columns: new Map<string, Columns>(), withoutDescribe }
    states.set(wire, state)
  }
  return state
}

// Shared by connections, whose columns are equal unless a migration came between.
const latest = new Map<string, Columns>()

function sharedColumns(key: string, result: Columns): Columns {
  const { fields, _parsers, _prebuiltEmptyResultObject } = result
  const shared = latest.get(key)
  if (shared && isSame(shared.fields, fields)) return shared
  const columns = { fields, _parsers, _prebuiltEmptyResultObject }
  latest.set(key, columns)
  return columns
}

function isSame(some: readonly FieldDef[], others: readonly FieldDef[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, dataTypeID }, i) => {
      const other = others[i]
      return name === other?.name && dataTypeID === other.dataTypeID
    })
  )
}

/** Drops a statement's shared columns, for {@link forgetStatement}. */
export function forgetColumns(name: string): void {
  latest.delete(name)
}
