import { Client } from 'pg'

/** Runs a statement on a separate connection. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  // If the server ends, the query reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
