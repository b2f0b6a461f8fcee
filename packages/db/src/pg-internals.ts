// All use of undocumented internals of `pg` and drizzle-orm. packages/db/test/pg-internals.test.ts pins the versions.
import type { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Client, ClientBase, PoolClient, QueryConfig, QueryResult } from 'pg'

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

/**
 * Sends a statement through `pg`'s callback interface. Its promises retain all rows until the next full garbage
 * collection: a request left 28 KB, and now leaves 0.6 KB (ADR 11).
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

// After a failed statement of its transaction, a statement fails before it is parsed, so `pg` parses it again under the
// same name. PostgreSQL doesn't know the name, but PgBouncer 1.24.1 does, and drops the connection ("prepared statement
// name is already in use"). So the name is closed first. To remove: when `pg` closes such names.
const unparsed = new WeakMap<ClientBase, Set<string>>()

function noteFailure(client: ClientBase, name: string | undefined): void {
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

const dialect = new PgDialect()

type Send = (config: QueryConfig, values?: unknown[]) => Promise<QueryResult>
export type Builder = NodePgDatabase<Record<string, unknown>>

const sendOf = new WeakMap<Builder, Send>()

/** Drizzle's query builder over `send`, the only client method it calls. */
export function builderOn(send: Send): Builder {
  const session = new PlainSession({ query: send } as unknown as Client, dialect, undefined)
  const builder = new NodePgDatabase<Record<string, unknown>>(dialect, session, undefined)
  sendOf.set(builder, send)
  return builder
}

/** Unwraps Drizzle's errors, which hide the driver's code and put parameters into the message. */
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

// Drizzle sends within `execute`, before it first awaits.
let current: Send | undefined

/** A builder whose prepared queries run {@link through} other builders. */
export const template = builderOn((config, values) => {
  if (!current) throw new Error('Drizzle sent a prepared query after execute returned')
  return current(config, values)
})

/** Runs `execute`, which sends a prepared query of {@link template}, on the connection of `builder`. */
export function through<Result>(builder: Builder, execute: () => Result): Result {
  current = sendOf.get(builder)
  try {
    return execute()
  } finally {
    current = undefined
  }
}
