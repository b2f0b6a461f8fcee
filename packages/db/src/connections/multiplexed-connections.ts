import pg, { type Client, type QueryConfig, type QueryResult } from 'pg'
import type { Connection } from '../sql.ts'
import type { AnswerWatch } from './response-timeout.ts'
import { sendStatement } from './send-statement.ts'
import { withoutJit } from './without-jit.ts'

interface SharedConnection {
  readonly client: Client
  readonly connected: Promise<unknown>
  isConnected: boolean
  /** Statements that were sent and have not been answered. */
  pending: number
}

/**
 * A few connections that all callers share: a statement is sent behind those that others have sent,
 * and the server answers them in turn. What one callback of the event loop sends goes out in one packet,
 * which a pool, whose connections serve one caller at a time, cannot do. A slow statement delays those
 * behind it on its connection, and so does one that waits for the disk (see {@link UNFLUSHED}).
 */
export class SharedConnections implements Connection {
  readonly #config: pg.ClientConfig
  readonly #size: number
  readonly #onError: (error: Error) => void
  readonly #watch: AnswerWatch
  #open: SharedConnection[] = []
  /** The connection of this callback of the event loop. */
  #current: SharedConnection | undefined

  constructor(
    config: pg.ClientConfig,
    size: number,
    watch: AnswerWatch,
    onError: (error: Error) => void,
  ) {
    this.#config = config
    this.#size = size
    this.#watch = watch
    this.#onError = onError
  }

  /** How many are open, and how many of these work. */
  get counts(): { total: number; busy: number } {
    return {
      total: this.#open.length,
      busy: this.#open.filter(({ pending }) => pending > 0).length,
    }
  }

  async query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const connection = this.#ofThisCallback()
    connection.pending += 1
    try {
      if (!connection.isConnected) await connection.connected
      return await sendStatement(connection.client, config, values)
    } finally {
      connection.pending -= 1
    }
  }

  /** Lets what was sent be answered, then closes them all. */
  async end(): Promise<void> {
    await Promise.all(this.#open.map(({ client }) => client.end()))
  }

  #ofThisCallback(): SharedConnection {
    if (this.#current) return this.#current
    const connection = this.#leastBusy()
    if (!connection.isConnected) return connection
    const { stream } = connection.client.connection
    stream.cork()
    this.#current = connection
    process.nextTick(() => {
      this.#current = undefined
      stream.uncork()
    })
    return connection
  }

  #leastBusy(): SharedConnection {
    let found: SharedConnection | undefined
    for (const connection of this.#open) {
      if (!found || connection.pending < found.pending) found = connection
    }
    const isEnough = found && (found.pending === 0 || this.#open.length >= this.#size)
    return found && isEnough ? found : this.#connect()
  }

  #connect(): SharedConnection {
    const client = new pg.Client(this.#config)
    const connected = client.connect()
    const connection: SharedConnection = { client, connected, isConnected: false, pending: 0 }
    const forget = () => {
      this.#open = this.#open.filter((other) => other !== connection)
    }
    // Whoever waits for it hears of a failure; the next statement gets a new one.
    connected.then(() => {
      connection.isConnected = true
      void withoutJit(client)
      this.#watch.watch(client)
    }, forget)
    client.on('end', forget)
    client.on('error', (error) => {
      forget()
      this.#onError(error)
    })
    this.#open.push(connection)
    return connection
  }
}
