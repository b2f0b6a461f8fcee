import { Client, escapeIdentifier } from 'pg'

/** Runs one statement on a connection of its own. Returns the number of rows. */
async function execute(url: string, statement: string, values: string[] = []): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** The URL of another database on the same server, for the same user. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** Makes the database unless it exists. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<void> {
  const found = await execute(serverUrl, 'SELECT FROM pg_database WHERE datname = $1', [database])
  if (found === 0) await execute(serverUrl, `CREATE DATABASE ${escapeIdentifier(database)}`)
}

/** Removes the database with all its data, and closes the connections to it. */
export async function dropDatabase(serverUrl: string, database: string): Promise<void> {
  await execute(serverUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(database)} WITH (FORCE)`)
}
