// One connection of `pg`: its setup, how statements are sent on it, and its response timeout. All use of undocumented
// internals of `pg` is here and in statement.ts. packages/db/test/driver-internals.test.ts pins the version.
import type { Socket } from 'node:net'
import type { Client, ClientBase, PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Refusals } from './database-error.ts'
import { Statement } from './statement.ts'

/** Sets up a new connection. Callers needn't wait: see {@link withoutJit}. */
export function prepareConnection(
  client: Client,
  timeout: ResponseTimeout,
  refusals: Refusals,
): void {
  void withoutJit(client)
  timeout.watch(client)
  leaveReadOnlyServer(client)
  watchReplication(client)
  onServerError(client, (error) => refusals.record(error))
}

/**
 * Disables JIT on a new connection: a compilation takes hundreds of milliseconds, and kept 0.3 to 0.6 of a core busy
 * under an idle dispatcher (docs/operating.md). Callers needn't wait: it is pipelined ahead of the first statement, which
 * fails if this fails.
 */
export async function withoutJit(client: ClientBase): Promise<void> {
  await client.query('set jit = off').catch(() => {})
}

// SQLSTATE read_only_sql_transaction
const READ_ONLY = '25006'

/**
 * Closes the connection when the server rejects a write as read-only, such as a demoted primary after a failover: the
 * host name may already resolve to the new one. Pipelined statements fail too. docs/contract.md#c15-read-only
 */
function leaveReadOnlyServer(client: Client): void {
  onServerError(client, ({ code }) => {
    // Not `client.end`: it waits for the server, which may vanish.
    if (code === READ_ONLY) socketOf(client).destroy()
  })
}

// Identifies the notice by PostgreSQL's function: its text is localized.
const WAIT_FOR_STANDBYS = 'SyncRepWaitForLSN'

const cutShort = new WeakSet<ClientBase>()

/**
 * The wait for the synchronous standby was cancelled, for example by `pg_cancel_backend`. The server reports success,
 * but a failover would lose the commit. docs/contract.md#c15-unreplicated
 */
class NotReplicated extends Error {
  // SQLSTATE transaction_resolution_unknown
  readonly code = '08007'

  constructor() {
    super('the wait for the synchronous standby was cancelled: only the primary has the change')
  }
}

function watchReplication(client: ClientBase): void {
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
    // Passed, not set as `callback`: set, it kept all rows as promises do.
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
  parsedStatements: Readonly<Record<string, string>>
  submittedNamedStatements: Readonly<Record<string, string>>
  close(statement: { type: 'S'; name: string }): void
  on(event: 'errorMessage', listener: (error: { code?: string }) => void): void
}

function wireOf(client: ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection
}

function socketOf(client: ClientBase): Socket {
  return wireOf(client).stream
}

/** Calls `listener` for each error the server reports, even if no one awaits the statement. */
function onServerError(client: ClientBase, listener: (error: { code?: string }) => void): void {
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

// After a failed statement of its transaction, a statement fails before it is parsed, so `pg` parses it again under the
// same name. PostgreSQL doesn't know the name, but PgBouncer 1.24.1 does, and drops the connection ("prepared statement
// name is already in use"). So the name is closed first. To remove: when `pg` closes such names.
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
