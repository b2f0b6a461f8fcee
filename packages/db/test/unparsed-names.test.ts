import t from 'tap'
import { openDatabase } from '../src/index.ts'
import { createTestDatabase, pooledUrl } from '../testing/index.ts'
import { startStrictProxy } from './support/strict-proxy.ts'

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
