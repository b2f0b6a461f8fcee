import type { PoolClient } from 'pg'
import type { Connection } from '../sql.ts'
import { sendStatement } from './send-statement.ts'
import { transactionStatus } from './transaction-status.ts'

/** Takes a connection of the pool. */
export type Take = () => Promise<PoolClient>

/** Single statements, each on any connection of the pool. */
export function pooledOn(take: Take): Connection {
  return {
    async query(config, values) {
      const client = await take()
      try {
        return await sendStatement(client, config, values)
      } finally {
        release(client)
      }
    },
  }
}

/** Gives a connection back. One that may still be inside a transaction is closed: it must serve no other caller. */
export function release(client: PoolClient): void {
  client.release(transactionStatus(client) !== 'I')
}
