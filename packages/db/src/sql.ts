import { createHash } from 'node:crypto'
import {
  type Attributes,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { DrizzleQueryError, type Placeholder, sql as raw } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Client, QueryConfig, QueryResult } from 'pg'
import { forgetColumns } from './connection.ts'

export type SqlValue = string | number | boolean | bigint | Buffer | null | readonly SqlValue[]

/** A database handle, on a pool or in a transaction, by query builder or by SQL text (helpers in statements.ts). */
export interface Sql {
  /** Drizzle's query builder. Prepared once per connection, like {@link query}. */
  readonly orm: NodePgDatabase<Record<string, unknown>>
  /** Runs a statement with a constant text, prepared once per connection. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** Runs a statement whose text varies with its input: unprepared, to spare the server's memory. */
  queryOnce<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** The common interface of `pg`'s clients and pools. */
export interface Connection {
  query(config: QueryConfig, values?: unknown[]): Promise<QueryResult>
}

// Each name is a prepared statement on each connection. The service has a few hundred; more means that texts vary with
// their input, which aren't worth preparing.
const MAX_NAMES = 1_000
const names = new Map<string, string>()

/** The name of a prepared statement: a hash of its text, the same in all processes; `undefined` when there are too many. */
export function statementName(text: string): string | undefined {
  let name = names.get(text)
  if (!name && names.size < MAX_NAMES) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

/** Makes room for another name. Connections keep the statement until they close. */
export function forgetStatement(text: string): void {
  const name = names.get(text)
  if (name !== undefined) forgetColumns(name)
  names.delete(text)
}

interface SqlOptions {
  /** `connection` handles rejections, so queries needn't be awaited. */
  isWatched?: boolean
  /** Each statement is a span (docs/signals.md). */
  isTraced?: boolean
}

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
    // The caller's stack instead of the socket's.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

function prepared(config: QueryConfig): QueryConfig {
  const name = statementName(config.text)
  return name ? { ...config, name } : config
}

// Undocumented internals of drizzle-orm: `NodePgSession` and `PgDialect`. packages/db/test/driver-internals.test.ts pins
// the version.

const dialect = new PgDialect()

type Send = Connection['query']
type Builder = Sql['orm']

const sendOf = new WeakMap<Builder, Send>()

/** Drizzle's query builder over `send`, the only client method it calls. */
function builderOn(send: Send): Builder {
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

/** Its prepared queries run on the connection of {@link current}. */
const template = builderOn((config, values) => {
  if (!current) throw new Error('Drizzle sent a prepared query after execute returned')
  return current(config, values)
})

// What: builds the text and the row mapping of a Drizzle query once, with a placeholder for each value.
// Why: Drizzle rebuilds both for each call.
// Measured: a client delivery costs an api 1.2 ms instead of 2.5. docs/performance.md
// To remove: build the query where it's called.

/** The placeholder of a call's value. */
export type Placeholders<Name extends string> = (name: Name) => Placeholder

interface Query<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

/** A query for hot paths, built at its first call. */
export function preparedQuery<Name extends string, Rows>(
  build: (orm: Builder, value: Placeholders<Name>) => Query<Rows>,
): (sql: Pick<Sql, 'orm'>, values: Record<Name, SqlValue>) => Promise<Rows> {
  let prepared: ReturnType<Query<Rows>['prepare']> | undefined
  return ({ orm }, values) => {
    // `statementName` overrides the name.
    prepared ??= build(template, raw.placeholder).prepare('')
    current = sendOf.get(orm)
    try {
      return prepared.execute(values)
    } finally {
      current = undefined
    }
  }
}

const tracer = trace.getTracer('mediajobs')
const DATABASE = { 'db.system.name': 'postgresql' }

/** Runs `work` in a span: a child of the active span, or the root of a new trace. */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Runs `work` in a database span if a span is active. */
export function inDatabaseSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  attributes?: Attributes,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return work()
  const options = { kind: SpanKind.CLIENT, attributes: { ...DATABASE, ...attributes } }
  return inSpan(name, options, work)
}

/** Runs `send` in a span named after the first word of the statement `text`. */
function inStatementSpan<Result>(text: string, send: () => Promise<Result>): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return send()
  const [keyword = ''] = /\w+/.exec(text) ?? []
  const operation = keyword.toUpperCase()
  const attributes = { 'db.operation.name': operation, 'db.query.text': text }
  return inDatabaseSpan(operation, send, attributes)
}

// Without the message, which may contain a caller's input.
function fail(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
