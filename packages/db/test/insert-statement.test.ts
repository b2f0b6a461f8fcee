import { insertInto, openDatabase } from '@mediajobs/db'
import { boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import t, { type Test } from 'tap'
import { createTestDatabase } from '../testing/index.ts'

const tasks = pgTable('tasks', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  isRush: boolean('is_rush').notNull().default(false),
  priority: integer().default(3),
  tags: text().array(),
  answers: json(),
})

const insertTask = insertInto(tasks)
const ID = '01890000-0000-7000-8000-000000000001'

t.test("a column with a default stores the record's value", async (t) => {
  const { sql } = await databaseWithTasks(t)
  const stored = await insertTask(sql, { id: ID, title: 'Twilight', isRush: true, priority: 7 })
  t.match(stored, { isRush: true, priority: 7 }, 'the caller gets the stored values')
  t.strictSame(await sql.query('select is_rush, priority from tasks'), [
    { is_rush: true, priority: 7 },
  ])
})

t.test('a column gets its default if the record omits it', async (t) => {
  const { sql } = await databaseWithTasks(t)
  t.strictSame(await insertTask(sql, { id: ID, title: 'Twilight' }), {
    id: ID,
    title: 'Twilight',
    isRush: false,
    priority: 3,
    tags: null,
    answers: null,
  })
  t.match(
    await insertTask(sql, { id: ID.replace(/1$/, '2'), title: 'Day', priority: undefined }),
    { priority: 3 },
    'undefined counts as omitted',
  )
})

t.test('null is stored, not replaced by the default', async (t) => {
  const { sql } = await databaseWithTasks(t)
  const record = { id: ID, title: 'Twilight', priority: null, tags: null, answers: null }
  t.match(await insertTask(sql, record), record)
})

t.test('each value is written as its column stores it', async (t) => {
  const { sql } = await databaseWithTasks(t)
  const record = { id: ID, title: `it's "quoted"`, tags: ['a,b', '{c}'], answers: [{ a: 1 }] }
  t.match(await insertTask(sql, record), record)
})

async function databaseWithTasks(t: Test) {
  const { url } = await createTestDatabase(t)
  const database = openDatabase({
    url,
    poolSize: 2,
    applicationName: 'insert test',
    onError() {},
  })
  t.teardown(() => database.close())
  await database.sql.query(`
    create table tasks (
      id uuid primary key, title text not null, is_rush boolean not null default false,
      priority integer default 3, tags text[], answers json
    )`)
  return database
}
