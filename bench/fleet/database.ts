import { join } from 'node:path'
import { type Postgres, startPostgres } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import pg from 'pg'
import { configure } from '../support/engine.ts'
import type { OnEnd } from './proxy.ts'

/**
 * PostgreSQL as an operator would run it on this machine. All other settings have their defaults, also
 * `synchronous_commit`, `fsync` and the checkpoints.
 */
export const FLEET_SETTINGS = { shared_buffers: '1GB', max_connections: '250' } as const

/** A durable PostgreSQL that can be stopped hard and started again at the same address. */
export class Database {
  readonly url: string
  readonly #directory: string
  #server: Postgres

  private constructor(directory: string, server: Postgres) {
    this.#directory = directory
    this.#server = server
    this.url = server.url
  }

  static async start(folder: string, onEnd: OnEnd): Promise<Database> {
    const directory = join(folder, 'postgres')
    await configure(directory, FLEET_SETTINGS)
    const database = new Database(directory, await startPostgres(optionsOf(directory)))
    onEnd(() => database.#server.stop())
    await migrate(database.url)
    return database
  }

  get pid(): number {
    return this.#server.pid
  }

  /** As after a loss of power: nothing more is written, and the connections end without a reason. */
  async stopHard(): Promise<void> {
    process.kill(this.#server.pid, 'SIGQUIT')
    await this.#server.ended
  }

  async startAgain(): Promise<void> {
    this.#server = await startPostgres(optionsOf(this.#directory, this.#server.port))
  }

  /** Runs `work` on a connection of its own. */
  async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client(this.url)
    // A connection that breaks while it is idle must not end the run.
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** The only row of a query. */
  async row<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
    const { rows } = await this.use((client) => client.query<Row>(text))
    if (!rows[0]) throw new Error('the query found no row')
    return rows[0]
  }
}

function optionsOf(directory: string, port?: number) {
  const maxConnections = Number(FLEET_SETTINGS.max_connections)
  return { directory, port, durable: true, maxConnections }
}
