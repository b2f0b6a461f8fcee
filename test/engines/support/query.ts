import { Client } from 'pg'

/** The rows of one statement, on a connection of its own. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  // A server that ends closes its connections. The query then reports the failure.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
