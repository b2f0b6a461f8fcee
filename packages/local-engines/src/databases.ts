import { Client, escapeIdentifier } from 'pg'

/** Runs a statement on a new connection. */
async function execute(
  url: string,
  statement: string,
  values: string[] = [],
): Promise<{ name: string }[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** The URL of another database of the server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** Creates the database if missing. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<void> {
  const found = await execute(serverUrl, 'SELECT FROM pg_database WHERE datname = $1', [database])
  if (found.length === 0) await execute(serverUrl, `CREATE DATABASE ${escapeIdentifier(database)}`)
}

/** Drops each database whose name begins with `prefix`, terminating its connections. */
export async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const find = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'
  for (const { name } of await execute(serverUrl, find, [prefix])) {
    await execute(serverUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
  }
}
