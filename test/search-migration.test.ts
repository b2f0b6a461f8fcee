import { readFile } from 'node:fs/promises'
import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const MIGRATION = new URL('../migrations/0009_search_words_index.sql', import.meta.url)
const RECORDS = 1_200

const OLD_RECORDS = [
  `insert into customers (organization_id, id, name, email)
   select $1, uuid_v7(), 'Customer ' || i, i || '@old.test' from generate_series(1, ${RECORDS}) as i`,
  `update customers set words = null where organization_id = $1`,
]

t.test('a search finds records older than the column, also one that was locked', async (t) => {
  const service = await testApp(t)
  const org = await service.createOrg()
  const { pool } = service.store.database
  for (const text of OLD_RECORDS) await pool.query(text, [org.organizationId])
  const search = async () => {
    const { body } = await service.request('GET', '/customers?q=customer%201200', { key: org.key })
    return body.data.length
  }
  t.equal(await search(), 0)
  const [holder, migrator] = [await pool.connect(), await pool.connect()]
  await holder.query('begin')
  await holder.query(`select 1 from customers where name = 'Customer 1200' for update`)
  await migrator.query('set statement_timeout = 0')
  const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
  const migrated = (async () => {
    for (const statement of statements) await migrator.query(statement)
  })()
  const left = 'select count(*)::int as left from customers where words is null'
  while ((await pool.query(left)).rows[0].left > 1);
  await holder.query('rollback')
  await migrated
  holder.release()
  migrator.release(true)
  t.equal(await search(), 1)
})
