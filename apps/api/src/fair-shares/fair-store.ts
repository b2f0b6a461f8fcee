import { type Connection, type Sql, sqlOn } from '@mediajobs/db'
import { ORGANIZATION_CONNECTION_SHARE } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'
import { FairShares } from './fair-shares.ts'

/** The shares of each organization in the connections of `store`: one at least of either kind. */
export function sharesOf({ database }: Store): FairShares {
  const share = (connections: number) =>
    Math.max(1, Math.floor(connections * ORGANIZATION_CONNECTION_SHARE))
  return new FairShares(share(database.pool.options.max), share(database.sharedConnections))
}

/**
 * `store`, in which each request takes a connection of the pool when it is the turn of its
 * organization. Quick statements need no turn here: lists take theirs in `read-ahead`, and the others cost
 * the same few microseconds at any size.
 */
export function fairStore(store: Store, shares: FairShares): Store {
  const { database } = store
  const pooled: Connection = {
    query: (config, values) => shares.connection(() => database.pooled.query(config, values)),
  }
  const { orm } = sqlOn(pooled)
  const inTurn = (sql: Sql): Sql => ({
    orm,
    query: (text, values) => shares.connection(() => sql.query(text, values)),
    queryOnce: (text, values) => shares.connection(() => sql.queryOnce(text, values)),
  })
  // A small pool has no shared connections.
  const inTurnIfPooled = (quick: Sql): Sql =>
    database.quick === database.sql
      ? inTurn(quick)
      : { ...quick, queryOnce: inTurn(quick).queryOnce }
  return {
    ...store,
    sql: inTurn(store.sql),
    quick: inTurnIfPooled(store.quick),
    database: {
      ...database,
      pooled,
      sql: inTurn(database.sql),
      quick: inTurnIfPooled(database.quick),
      transaction: (work) => shares.connection(() => database.transaction(work)),
    },
    transaction: (work) => shares.connection(() => store.transaction(work)),
    search: (work) => shares.search(() => shares.connection(() => store.search(work))),
  }
}
