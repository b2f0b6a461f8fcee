import { createHash } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Client, QueryConfig, QueryResult } from 'pg'
import { inStatementSpan } from './spans.ts'

/** A value that PostgreSQL takes for a placeholder. */
export type SqlValue = string | number | boolean | bigint | Buffer | null | readonly SqlValue[]

/** Reads and writes of the database, on a pool or within one transaction. */
export interface Sql {
  /** Drizzle's query builder. Its statements are prepared once a connection, like {@link query}'s. */
  readonly orm: NodePgDatabase<Record<string, unknown>>
  /** A statement whose text is constant: it is parsed and planned once a connection. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** A statement whose text varies with its input: preparing each form would fill the server. */
  queryOnce<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** What `pg` offers in common on a client and on a pool. */
export interface Connection {
  query(config: QueryConfig, values?: unknown[]): Promise<QueryResult>
}

// Each name is a prepared statement on each connection. The service has a few hundred; what comes
// after these is a text that varies with its input, and is better not kept.
const MAX_NAMES = 1_000
const names = new Map<string, string>()

/**
 * A statement's name is its text's hash, so that any two processes and versions agree; without one
 * it is parsed each time.
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
  /** Each statement is a span (docs/signals.md). Not those of the query builder. */
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
  // Drizzle calls nothing of a client but `query`.
  return drizzle(named as unknown as Client)
}

async function rowsOf<Row>(result: Promise<QueryResult>): Promise<Row[]> {
  try {
    const { rows } = await result
    return rows
  } catch (error) {
    // Replaces the stack of the socket by that of the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

function prepared(config: QueryConfig): QueryConfig {
  const name = statementName(config.text)
  return name ? { ...config, name } : config
}
