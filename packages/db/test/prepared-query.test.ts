import { newId, openDatabase, type Placeholders, preparedQuery } from '@mediajobs/db'
import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import t from 'tap'
import { createTestDatabase } from '../testing/index.ts'

const { url } = await createTestDatabase(t)
const database = openDatabase({ url, poolSize: 2, applicationName: 'test', onError() {} })
t.teardown(() => database.close())
await database.sql.query('create table counts (id uuid primary key, count int not null)')

const counts = pgTable('counts', { id: uuid().primaryKey(), count: integer().notNull() })
const backend = sql<number>`pg_backend_pid()`
let builds = 0
const find = preparedQuery((orm, value: Placeholders<'id'>) => {
  builds += 1
  return orm
    .select({ count: counts.count, backend })
    .from(counts)
    .where(eq(counts.id, value('id')))
})

t.test("a prepared query is built once, and runs with each call's values", async (t) => {
  const ids = Array.from({ length: 20 }, () => newId())
  for (const [count, id] of ids.entries()) {
    await database.sql.query('insert into counts values ($1, $2)', [id, count])
  }
  const found = await Promise.all(ids.map((id) => find(database.sql, { id })))
  t.strictSame(
    found.map(([row]) => row?.count),
    [...ids.keys()],
  )
  t.strictSame(await find(database.sql, { id: newId() }), [])
  t.equal(builds, 1)
})

t.test(
  'in a transaction, it runs on that connection, concurrently with calls on others',
  async (t) => {
    const id = newId()
    await database.transaction(async (tx) => {
      const [own] = await tx.query<{ backend: number }>('select pg_backend_pid() as backend')
      await tx.query('insert into counts values ($1, 7)', [id])
      const [[within], outside] = await Promise.all([find(tx, { id }), find(database.sql, { id })])
      t.strictSame(within, { count: 7, backend: own?.backend })
      t.strictSame(outside, [], 'not committed yet')
    })
  },
)

t.test("a refused value fails with PostgreSQL's error", async (t) => {
  await t.rejects(find(database.sql, { id: 'no uuid' }), { code: '22P02' })
  t.strictSame(await find(database.sql, { id: newId() }), [], 'the next call succeeds')
})
