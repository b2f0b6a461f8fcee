import t, { type Test } from 'tap'
import { openDatabase } from '../src/index.ts'
import {
  createTestDatabase,
  type Message,
  pooledUrl,
  readerOfMessages,
  relayDatabase,
} from '../testing/index.ts'

const NAMED = 'select 1 as one'
const FAILS = 'select 1 / $1::int as none'

const { url } = await createTestDatabase(t)
const servers = {
  'a pooler that keeps the names of statements': await startStrictProxy(t, url),
  // With `pnpm test:engines` a real PgBouncer, otherwise PostgreSQL itself.
  'the database as reached by an api': pooledUrl(url),
}

for (const [server, serverUrl] of Object.entries(servers)) {
  t.test(`${server} accepts a statement again after it failed behind another one`, async (t) => {
    const errors: Error[] = []
    const database = openDatabase({
      url: serverUrl,
      poolSize: 1,
      applicationName: 'unparsed names test',
      onError: (error) => errors.push(error),
    })
    t.teardown(() => database.close())
    for (let round = 0; round < 3; round += 1) {
      const failed = database.transaction((tx) =>
        Promise.all([tx.query(FAILS, [0]), tx.query(NAMED), tx.query(NAMED)]),
      )
      await t.rejects(failed, { code: '22012' })
    }
    for (let round = 0; round < 3; round += 1) {
      const rows = await database.transaction((tx) =>
        Promise.all([tx.query(NAMED), tx.query(NAMED)]),
      )
      t.strictSame(rows, [[{ one: 1 }], [{ one: 1 }]])
    }
    t.strictSame(errors, [])
  })
}

/**
 * A proxy in front of the database that treats the names of prepared statements as PgBouncer does: it closes a
 * connection that reuses a name without closing it, even if the server didn't parse the statement.
 *
 * @returns the URL of the database through the proxy
 */
async function startStrictProxy(t: Test, databaseUrl: string): Promise<string> {
  const url = await relayDatabase(t, databaseUrl, { ofClient: readerOfNames })
  return url.href
}

/** @returns a function that tells whether a client's bytes are allowed: each name is parsed once until closed. */
function readerOfNames(): (chunk: Buffer) => boolean {
  const names = new Set<string>()
  const messages = readerOfMessages()
  return (chunk) => messages(chunk).every((message) => isAllowed(message, names))
}

function isAllowed({ type, body }: Message, names: Set<string>): boolean {
  // Parse begins with the name, Close with `S` for a statement.
  const name = textOf(type === 'C' ? body.subarray(1) : body)
  if (type === 'C' && body[0] === 'S'.charCodeAt(0)) names.delete(name)
  if (type !== 'P' || name === '') return true
  const isNew = !names.has(name)
  names.add(name)
  return isNew
}

function textOf(body: Buffer): string {
  return body.subarray(0, body.indexOf(0)).toString()
}
