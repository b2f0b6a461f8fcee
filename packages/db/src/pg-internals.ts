// Everything that uses parts of `pg` and of drizzle-orm that their types do not promise.
// packages/db/test/pg-internals.test.ts pins the versions for which it was checked.
import type { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Client, ClientBase, PoolClient, QueryConfig, QueryResult } from 'pg'

/** The parts of a connection of `pg` that `@types/pg` does not have. */
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

/** The socket of an open connection. */
export function socketOf(client: ClientBase): Socket {
  return wireOf(client).stream
}

/** Calls `listener` with each error that the server reports, even if nobody reads the result of the statement. */
export function onServerError(
  client: ClientBase,
  listener: (error: { code?: string }) => void,
): void {
  wireOf(client).on('errorMessage', listener)
}

/** What the server reported last: `I` outside of a transaction, `T` inside one, `E` inside a failed one. */
export function transactionStatus(client: PoolClient): string | null {
  return (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus()
}

/**
 * Holds back what is written to an open connection until this callback of the event loop has ended, so that it goes out
 * in one packet: a packet costs a system call here and wakes a process of the server (ADR 11, docs/performance.md).
 *
 * @param onSent called when it goes out
 */
export function inOnePacket(client: ClientBase, onSent?: () => void): void {
  const stream = socketOf(client)
  stream.cork()
  process.nextTick(() => {
    onSent?.()
    stream.uncork()
  })
}

/**
 * Sends a statement with a callback of `pg`. The promises that `pg` makes keep all rows of a result in memory until the
 * next full garbage collection: a request left 28 KB, and leaves 0.6 KB now (ADR 11).
 */
export function sendWithCallback(
  client: ClientBase,
  config: QueryConfig,
  done: (error: Error | null, result: QueryResult) => void,
): void {
  const { name } = config
  closeUnparsed(client, name)
  void client.query(config, (error, result) => {
    if (error) noteFailure(client, name)
    done(error, result)
  })
}

// Behind a failed statement of its transaction, a statement fails before it is parsed, so `pg` sends it with its name
// the next time. PostgreSQL does not know the name yet, but PgBouncer 1.24.1 does: it closes the connection ("prepared
// statement name is already in use"). So the name is closed first. To remove: when `pg` closes such names.
const unparsed = new WeakMap<ClientBase, Set<string>>()

function noteFailure(client: ClientBase, name: string | undefined): void {
  if (name === undefined || wireOf(client).parsedStatements[name] !== undefined) return
  const names = unparsed.get(client) ?? new Set()
  unparsed.set(client, names.add(name))
}

/** PostgreSQL ignores the close of an unknown name. */
function closeUnparsed(client: ClientBase, name: string | undefined): void {
  if (name === undefined || !unparsed.get(client)?.delete(name)) return
  const wire = wireOf(client)
  const text = wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]
  if (text === undefined) wire.close({ type: 'S', name })
}

const dialect = new PgDialect()

/** Drizzle's query builder over `query`, the one method that it calls of a client. */
export function builderOn(
  query: (config: QueryConfig, values?: unknown[]) => Promise<QueryResult>,
): NodePgDatabase<Record<string, unknown>> {
  const session = new PlainSession({ query } as unknown as Client, dialect, undefined)
  return new NodePgDatabase<Record<string, unknown>>(dialect, session, undefined)
}

/**
 * Unwraps the errors that Drizzle wraps around each error of a statement, with the parameters in their message: a
 * refusal would be taken for a fault.
 */
class PlainSession extends NodePgSession<Record<string, unknown>, Record<string, never>> {
  override prepareQuery<Config extends PreparedQueryConfig>(
    ...query: Parameters<NodePgSession<never, never>['prepareQuery']>
  ): PgPreparedQuery<Config> {
    const prepared = super.prepareQuery<Config>(...query)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (values) => execute(values).catch(throwItsCause)
    return prepared
  }
}

function throwItsCause(error: unknown): never {
  throw error instanceof DrizzleQueryError ? error.cause : error
}
