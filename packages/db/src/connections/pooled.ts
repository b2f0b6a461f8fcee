import type pg from 'pg'
import type { PoolClient } from 'pg'
import type { Connection } from '../sql.ts'
import { sendStatement } from './send-statement.ts'
import { transactionStatus } from './transaction-status.ts'

/** Single statements, each on any connection of `pool`. */
export function pooledOn(pool: pg.Pool): Connection {
  return {
    async query(config, values) {
      const client = await pool.connect()
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
