import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '@mediajobs/db'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import pg from 'pg'
import t from 'tap'
import { sendStatement } from '../src/connection.ts'
import { createTestDatabase } from '../testing/index.ts'

const { url } = await createTestDatabase(t)
const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
t.teardown(() => database.close())
const { sql } = database

t.test('PostgreSQL describes a prepared statement once per connection', async (t) => {
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const received = async () => {
    const before = stream.bytesRead
    const { rows } = await sendStatement(client, {
      name: 'long',
      text: 'select 1 as a_long_name_of_a_column',
    })
    t.strictSame(rows, [{ a_long_name_of_a_column: 1 }])
    return stream.bytesRead - before
  }
  const [first, second] = [await received(), await received()]
  t.ok(first - second > 'a_long_name_of_a_column'.length, `${first}, then ${second} bytes`)
})

t.test(
  'rows are the same however often a statement runs, concurrently or sequentially',
  async (t) => {
    const read = `select n, 'a' || n as name, null as nothing, array[n]::int[] as list, 7::int8 as count,
    '2026-05-01 09:30:00.5+00'::timestamptz as at from generate_series(1, $1::int) as n`
    const row = (n: number) => ({
      n,
      name: `a${n}`,
      nothing: null,
      list: [n],
      count: 7,
      at: '2026-05-01T09:30:00.500Z',
    })
    t.strictSame(await sql.query(read, [2]), [row(1), row(2)])
    const [none, one, three] = await Promise.all([0, 1, 3].map((n) => sql.query(read, [n])))
    t.strictSame({ none, one, three }, { none: [], one: [row(1)], three: [row(1), row(2), row(3)] })
  },
)

t.test('a statement without rows can be repeated', async (t) => {
  await sql.query('create table notes (id int primary key)')
  const insert = 'insert into notes values ($1)'
  for (const id of [1, 2, 3]) t.strictSame(await sql.query(insert, [id]), [])
  await t.rejects(sql.query(insert, [3]), { code: '23505' })
  t.strictSame(await sql.query(insert, [4]), [])
})

t.test('the same text sent by Drizzle and as raw SQL keeps the parsers of each', async (t) => {
  const shoots = pgTable('shoots', { at: timestamp({ withTimezone: true }), name: text() })
  await sql.query(`create table shoots (at timestamptz, name text)`)
  await sql.query(`insert into shoots values ('2026-05-01 09:30:00+00', 'x')`)
  const query = sql.orm.select().from(shoots)
  const at = '2026-05-01T09:30:00.000Z'
  for (let i = 0; i < 3; i++) {
    t.strictSame(await query, [{ at: new Date(at), name: 'x' }])
    t.strictSame(await sql.query(query.toSQL().sql), [{ at, name: 'x' }])
  }
})

t.test('a new connection reads the columns as of the last migration', async (t) => {
  await sql.query('create table sizes (size int)')
  await sql.query('insert into sizes values (5)')
  t.strictSame(await sql.query('select size from sizes'), [{ size: 5 }])
  await sql.query('alter table sizes alter size type text')
  const other = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
  t.teardown(() => other.close())
  for (let i = 0; i < 2; i++) {
    t.strictSame(await other.sql.query('select size from sizes'), [{ size: '5' }])
  }
})

t.test('unreferenced rows are freed by minor collections', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  const read = `select repeat('x', 1000) || n as text from generate_series(1, 50) as n`
  const megabytesAfter = async () => {
    for (let i = 0; i < 200; i++) {
      const rows = sql.query(read)
      // Promotes this statement to the old generation, where it mustn't retain later ones.
      if (i % 20 === 0) collect({ type: 'minor' })
      await rows
      if (i % 20 === 0) collect({ type: 'minor' })
    }
    return process.memoryUsage().heapUsed / 1_000_000
  }
  await megabytesAfter()
  const before = await megabytesAfter()
  // 200 × 50 rows of 1 kB: 10 MB.
  const more = (await megabytesAfter()) - before
  t.ok(more < 5, `${more} MB more`)
})
