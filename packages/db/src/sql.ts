import { createHash } from 'node:crypto'
import { DrizzleQueryError } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Client, QueryConfig, QueryResult } from 'pg'
import { inStatementSpan } from './spans.ts'

/** A value that PostgreSQL takes for a placeholder. */
export type SqlValue = string | number | boolean | bigint | Buffer | null | readonly SqlValue[]

/** Reads and writes of the database, on a pool or within one transaction. */
export interface Sql {
  /** Drizzle's query builder. Each connection prepares a statement once, as for {@link query}. */
  readonly orm: NodePgDatabase<Record<string, unknown>>
  /** A statement with a constant text: each connection parses and plans it once. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** A statement whose text varies with its input. To prepare each form would fill the server's memory. */
  queryOnce<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** What `pg` offers in common on a client and on a pool. */
export interface Connection {
  query(config: QueryConfig, values?: unknown[]): Promise<QueryResult>
}

// Each name is a prepared statement on each connection. The service has a few hundred. Any beyond this number
// are texts that vary with their input, and are not prepared.
const MAX_NAMES = 1_000
const names = new Map<string, string>()

/**
 * The name of a prepared statement: the hash of its text, so that it is the same in all processes and
 * versions. `undefined` when there are too many: the statement is then parsed each time.
 */
export function statementName(text: string): string | undefined {
  let name = names.get(text)
  if (!name && names.size < MAX_NAMES) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

interface SqlOptions {
  /** `connection` handles rejections: a query that is not awaited is not an unhandled rejection. */
  isWatched?: boolean
  /** Each statement is a span (docs/signals.md), except those of the query builder. */
  isTraced?: boolean
}

/** {@link Sql} over a `pg` client or pool. */
export function sqlOn(connection: Connection, options: SqlOptions = {}): Sql {
  const { isWatched = false, isTraced = false } = options
  let orm: Sql['orm'] | undefined

  function send<Row extends object>(config: QueryConfig): Promise<Row[]> {
    const rows = isTraced
      ? inStatementSpan(config.text, () => rowsOf<Row>(connection.query(config)))
      : rowsOf<Row>(connection.query(config))
    if (isWatched) rows.catch(() => {})
    return rows
  }

  return {
    get orm() {
      orm ??= builderOn(connection)
      return orm
    },
    query: <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
      send<Row>(prepared({ text, values: values as unknown[] })),
    queryOnce: <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
      send<Row>({ text, values: values as unknown[] }),
  }
}

function builderOn(connection: Connection): Sql['orm'] {
  const named = {
    query: (config: QueryConfig, values?: unknown[]) => connection.query(prepared(config), values),
  }
  // Drizzle calls no other method of a client.
  const session = new PlainSession(named as unknown as Client, dialect, undefined)
  return new NodePgDatabase<Record<string, unknown>>(dialect, session, undefined)
}

const dialect = new PgDialect()

/**
 * Drizzle puts an error of its own around each error of a statement, with the parameters in its message. Whoever
 * reads an error would have to look inside, and who forgets it takes a refusal for a fault. So the error comes out as
 * it went in, as from {@link Sql.query}.
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

async function rowsOf<Row>(result: Promise<QueryResult>): Promise<Row[]> {
  try {
    const { rows } = await result
    return rows
  } catch (error) {
    // Replaces the stack of the socket with the caller's.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

function prepared(config: QueryConfig): QueryConfig {
  const name = statementName(config.text)
  return name ? { ...config, name } : config
}
