import { randomBytes } from 'node:crypto'
import pg from 'pg'

export { type Looks, type Message, readerOfMessages, relayDatabase } from './relay.ts'

/** The part of tap's `t` that registers a callback to run after the test. */
interface Teardown {
  teardown(callback: () => Promise<void>): void
  readonly passing: () => boolean
}

export interface TestDatabase {
  readonly url: string
  readonly name: string
}

/**
 * A database for one test file, cloned from the migrated template of the test run. Dropped at the end, or kept for
 * inspection if the test failed.
 */
export async function createTestDatabase(t: Teardown): Promise<TestDatabase> {
  const { server, template } = givenServer()
  const database = await clone(server, template, `test_${randomBytes(8).toString('hex')}`)
  t.teardown(async () => {
    if (t.passing()) await administer(server, `drop database ${database.name} with (force)`)
  })
  return database
}

/** A database for the test files of a process that share one. The test run drops it at its end. */
export async function createSharedDatabase(): Promise<TestDatabase> {
  const { server, template } = givenServer()
  return clone(server, template, `${template}_shared_${randomBytes(8).toString('hex')}`)
}

/**
 * The URL by which an api or a media process reaches a database: through the pooler of `TEST_POOLER_URL`, if the test
 * run has one. Leaves URLs of other servers and roles unchanged.
 */
export function pooledUrl(databaseUrl: string): string {
  const { TEST_DATABASE_URL: server, TEST_POOLER_URL: pooler } = process.env
  if (!server || !pooler) return databaseUrl
  const [url, own] = [new URL(databaseUrl), new URL(server)]
  if (url.host !== own.host || url.username !== own.username) return databaseUrl
  url.host = new URL(pooler).host
  return url.href
}

function givenServer() {
  const { TEST_DATABASE_URL: server, TEST_TEMPLATE_DATABASE: template } = process.env
  if (!server || !template) throw new Error('run tests with: pnpm test <file>')
  return { server, template }
}

async function clone(server: string, template: string, name: string): Promise<TestDatabase> {
  // Copying the files takes half the time of PostgreSQL's default, which also writes the copy to the WAL.
  await administer(server, `create database ${name} template "${template}" strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, name }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
