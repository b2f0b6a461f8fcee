import pg from 'pg'

/** A connection for commands. Statements run sequentially, without a timeout. */
export interface SingleConnection {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
  /** Quotes `text` for statements that take no parameters. */
  literal(text: string): string
  close(): Promise<void>
}

// Canonical text output, so that checksums of two databases can be compared. A commit waits until it and all earlier
// ones are on disk.
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

/** @throws the driver's error when the database is unreachable. */
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
  // The running statement reports it.
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
