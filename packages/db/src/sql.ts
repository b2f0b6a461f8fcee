import { createHash } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { QueryConfig, QueryResult } from 'pg'
import { builderOn } from './pg-internals.ts'
import { inStatementSpan } from './spans.ts'

/** A value for a placeholder. */
export type SqlValue = string | number | boolean | bigint | Buffer | null | readonly SqlValue[]

/**
 * Reads and writes of the database, on a pool or within one transaction, in two styles: the query builder, and SQL as
 * text, for which statements.ts has helpers.
 */
export interface Sql {
  /** Drizzle's query builder. Each connection prepares a statement once, as for {@link query}. */
  readonly orm: NodePgDatabase<Record<string, unknown>>
  /** A statement with a constant text: each connection parses and plans it once. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** {@link query} for a text that varies with its input: preparing each form would fill the server's memory. */
  queryOnce<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** Common to a client and a pool of `pg`. */
export interface Connection {
  query(config: QueryConfig, values?: unknown[]): Promise<QueryResult>
}

// Each name is a prepared statement on each connection. The service has a few hundred; any beyond this number vary with
// their input and are not prepared.
const MAX_NAMES = 1_000
const names = new Map<string, string>()

/**
 * The name of a prepared statement: the hash of its text, equal in all processes and versions. `undefined` when there are
 * too many: the statement is then parsed each time.
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
  /** Each statement is a span (docs/signals.md). */
  isTraced?: boolean
}

/** {@link Sql} over a `pg` client or pool. */
export function sqlOn(connection: Connection, options: SqlOptions = {}): Sql {
  const { isWatched = false, isTraced = false } = options
  let orm: Sql['orm'] | undefined

  function traced<Result>(text: string, sent: () => Promise<Result>): Promise<Result> {
    return isTraced ? inStatementSpan(text, sent) : sent()
  }

  function send<Row extends object>(config: QueryConfig): Promise<Row[]> {
    const rows = traced(config.text, () => rowsOf<Row>(connection.query(config)))
    if (isWatched) rows.catch(() => {})
    return rows
  }

  return {
    get orm() {
      orm ??= builderOn((config, values) =>
        traced(config.text, () => connection.query(prepared(config), values)),
      )
      return orm
    },
    query: <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
      send<Row>(prepared({ text, values: values as unknown[] })),
    queryOnce: <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
      send<Row>({ text, values: values as unknown[] }),
  }
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
