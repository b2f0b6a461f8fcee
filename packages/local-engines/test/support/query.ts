import { Client } from 'pg'

/** The rows of one statement, on a connection of its own. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  // A server that ends cuts its clients off; the query is what fails.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
