import { createHash } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** A value that PostgreSQL takes for a placeholder. */
export type SqlValue = string | number | boolean | bigint | Buffer | null | readonly SqlValue[]

/** Reads and writes of the database, on a pool or within one transaction. */
export interface Sql {
  /** Drizzle's query builder. Its statements are prepared once a connection, like {@link query}'s. */
  readonly orm: NodePgDatabase<Record<string, unknown>>
  /** A statement whose text is constant: it is parsed and planned once a connection. */
  query<Row extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** A statement whose text varies with its input: preparing each form would fill the server. */
  queryOnce<Row extends QueryResultRow>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
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

/**
 * {@link Sql} over a `pg` client or pool.
 *
 * @param isWatched whether `connection` itself hears of every failure: then one that the caller does
 *   not wait for is none that nobody handled, which would end the process
 */
export function sqlOn(connection: Connection, isWatched = false): Sql {
  function rowsOf<Row extends QueryResultRow>(answer: Promise<QueryResult>): Promise<Row[]> {
    const rows = rowsWhenAnswered<Row>(answer)
    if (isWatched) rows.catch(() => {})
    return rows
  }
  const named = {
    query: (config: QueryConfig, values?: unknown[]) => connection.query(prepared(config), values),
  }
  return {
    // Drizzle calls nothing of a client but `query`.
    orm: drizzle(named as unknown as Client),
    query: <Row extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
      rowsOf<Row>(connection.query(prepared({ text, values: values as unknown[] }))),
    queryOnce: <Row extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) =>
      rowsOf<Row>(connection.query({ text, values: values as unknown[] })),
  }
}

async function rowsWhenAnswered<Row>(answer: Promise<QueryResult>): Promise<Row[]> {
  try {
    const { rows } = await answer
    return rows
  } catch (error) {
    // Where it was read from the socket tells nobody anything; who asked does.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

function prepared(config: QueryConfig): QueryConfig {
  const name = statementName(config.text)
  return name ? { ...config, name } : config
}
