import type { ClientBase, QueryConfig, QueryResult } from 'pg'

/**
 * Sends a statement over a connection. The promises that `pg` makes itself keep all that was read
 * alive until the next full collection, which costs more than the reading did; its callbacks do not.
 */
export function sendStatement(
  client: ClientBase,
  config: QueryConfig,
  values?: unknown[],
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    void client.query(values === undefined ? config : { ...config, values }, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })
}
