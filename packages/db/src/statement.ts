// What: keeps what a prepared statement returns: its columns, their parsers, and the empty row that `pg` copies for each
//   row.
// Why: `pg` has PostgreSQL describe every result, and builds all of that from it. On a connection, the columns of a
//   prepared statement never change: PostgreSQL fails it instead.
// Measured: a list takes 0.92 of the processor time. docs/performance.md
// To remove: give `pg` the config in connection.ts, and delete this file.
//
// Undocumented internals of `pg`. packages/db/test/driver-internals.test.ts pins the version.
import pg, { type FieldDef, type QueryConfig } from 'pg'

interface Columns {
  fields: readonly FieldDef[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** A connection, as `pg` gives it to its queries. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string>>
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
  close(message: object): void
  sync(): void
}

interface PgQuery extends QueryConfig {
  readonly _result: Columns
  /** Set by a description. */
  _accumulateRows: boolean
  prepare(wire: Wire): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

const Query = pg.Query as unknown as new (config: QueryConfig) => PgQuery

/** A query that has PostgreSQL describe a prepared statement once per connection. */
export class Statement extends Query {
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

const states = new WeakMap<Wire, { columns: Map<string, Columns>; withoutDescribe: Wire }>()

function stateOf(wire: Wire) {
  let state = states.get(wire)
  if (!state) {
    const withoutDescribe: Wire = {
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

// Saves each connection its own: they are equal, unless a migration came between.
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

/** For {@link forgetStatement}. */
export function forgetColumns(name: string): void {
  latest.delete(name)
}
