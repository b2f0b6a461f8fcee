// docs/adr/0027-moves.md: admission reads a move's state only if the membership is marked.
import { openSingleConnection } from '@mediajobs/db'
import { until } from '@mediajobs/local-engines/testing'
import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const app = await testApp(t)
const { sql } = app.store
const marksOf = async (organizationId: string) => {
  const rows = await sql.query<{ moving: boolean }>(
    'select moving from memberships where organization_id = $1',
    [organizationId],
  )
  return rows.map(({ moving }) => moving)
}
const BEGIN = `insert into organization_moves (organization_id, step, cell) values ($1, 'COPYING', 'bb')`
const END = 'delete from organization_moves where organization_id = $1'
const JOIN = `
  with person as (insert into users (id, email) values (uuid_v7(), gen_random_uuid() || '@x.test') returning id)
  insert into memberships (organization_id, user_id, name, role) select $1, id, 'M', 'ADMIN' from person`
const REPLICATE = `update memberships set name = 'R', moving = $2 where organization_id = $1`

const USED = 'select from api_keys where organization_id = $1 and last_used_at is not null'

async function open() {
  const connection = await openSingleConnection(app.databaseUrl, 'test')
  t.teardown(() => connection.close())
  return connection
}

t.test('members, including new ones, are marked from the start of a move to its end', async (t) => {
  const { organizationId } = await app.createOrg()
  const neighbor = await app.createOrg()
  t.strictSame(await marksOf(organizationId), [false])
  await sql.query(BEGIN, [organizationId])
  t.strictSame(await marksOf(organizationId), [true])
  await sql.query(JOIN, [organizationId])
  t.strictSame(await marksOf(organizationId), [true, true])
  t.strictSame(await marksOf(neighbor.organizationId), [false])
  await sql.query(END, [organizationId])
  t.strictSame(await marksOf(organizationId), [false, false])
})

t.test("replication doesn't overwrite this cell's marks", async (t) => {
  const { organizationId } = await app.createOrg()
  const worker = await open()
  await worker.rows(`set session_replication_role = replica`)
  await worker.rows(REPLICATE, [organizationId, true])
  t.strictSame(await marksOf(organizationId), [false])
  await sql.query(BEGIN, [organizationId])
  await worker.rows(REPLICATE, [organizationId, false])
  t.strictSame(await marksOf(organizationId), [true])
  await worker.rows(JOIN, [organizationId])
  t.strictSame(await marksOf(organizationId), [true, true])
})

t.test('a member who joins while a move begins is marked', async (t) => {
  const [joinsFirst, movesFirst] = [await app.createOrg(), await app.createOrg()]
  const held = await open()
  await held.rows('begin')
  await held.rows(JOIN, [joinsFirst.organizationId])
  const begun = sql.query(BEGIN, [joinsFirst.organizationId])
  await waiting()
  await held.rows('commit')
  await begun
  t.strictSame(await marksOf(joinsFirst.organizationId), [true, true])

  await held.rows('begin')
  await held.rows(BEGIN, [movesFirst.organizationId])
  const joined = sql.query(JOIN, [movesFirst.organizationId])
  await waiting()
  await held.rows('commit')
  await joined
  t.strictSame(await marksOf(movesFirst.organizationId), [true, true])
})

/** Waits until a statement is blocked by another one's lock. */
async function waiting(): Promise<void> {
  const statement = `
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`
  await until('a waiting statement', async () => (await sql.query(statement)).length > 0)
}

t.test("a call of an organization that isn't moving never reads the state of moves", async (t) => {
  const org = await app.createOrg()
  const token = await org.token()
  const headers = { 'x-org-id': org.organizationId }
  // A key's first call in a minute records its usage after the response.
  await org.call('GET', '/projects')
  await until('the usage', async () => (await sql.query(USED, [org.organizationId])).length > 0)
  const holder = await open()
  await holder.rows('begin')
  await holder.rows('lock table organization_moves in access exclusive mode')
  const byKey = await org.call('GET', '/projects')
  t.equal(byKey.status, 200)
  t.equal((await app.request('GET', '/projects', { token, headers })).status, 200)
  await holder.rows('rollback')
})
