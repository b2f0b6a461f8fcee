import pg from 'pg'

/** One connection to a database, for a command. Its statements run one after the other, without a time limit. */
export interface SingleConnection {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The first row. */
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  /** Runs `work` in a transaction. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
  /** `text` as a literal of SQL, for a statement that takes no parameters. */
  literal(text: string): string
  close(): Promise<void>
}

// Two databases write the same row as the same text, so that checksums can be compared. A commit waits for the disk,
// and with it everything that was committed before.
const SETTINGS = `
  set jit = off;
  set timezone = 'UTC';
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set extra_float_digits = 1;
  set bytea_output = 'hex';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set synchronous_commit = on`
const CONNECT_TIMEOUT_MS = 10_000

/** @throws the driver's error when the database cannot be reached. */
export async function openSingleConnection(
  url: string,
  applicationName: string,
): Promise<SingleConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // The statement that runs fails too.
  client.on('error', () => {})
  await client.connect()
  await client.query(SETTINGS)
  const rows = async <Row extends object>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows
  return {
    rows,
    async row<Row extends object>(text: string, values?: readonly unknown[]) {
      const [first] = await rows<Row>(text, values)
      return first
    },
    async transaction(work) {
      await client.query('begin')
      try {
        const result = await work()
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    literal: (text) => client.escapeLiteral(text),
    close: () => client.end().catch(() => {}),
  }
}
