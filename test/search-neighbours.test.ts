import { createTestDatabase } from '@mediajobs/db/testing'
import { MAX_INDEXED_WORDS } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { indexesOf, recordPlans } from '@mediajobs/testing/plans/plan-recorder'
import t from 'tap'
import { needsSuperuser } from './support/superuser.ts'

// docs/contract.md#c10-search-cost: a search's cost depends on its matches, not on others' records.

const NEIGHBORS_RECORDS = 100
const BATCH = 10
// The newest entries are in a pending list of at most 64 pages, read by every search.
const PENDING_BLOCKS = 64

interface Work {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

await needsSuperuser(t)
const { url: databaseUrl } = await createTestDatabase(t)
const direct = await testApp(t, { databaseUrl })
const [own, neighbor] = [await direct.createOrg(), await direct.createOrg()]
const { sql } = direct.store
const recorder = await recordPlans(t, databaseUrl, sql, [
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
])
const service = await testApp(t, { databaseUrl: recorder.url })

// One record in 250 matches, so PostgreSQL chooses the word index.
const MATCHES = 20
const OWN = {
  projects: `
    insert into projects (organization_id, id, scheduled_time, city, notes)
    select $1, uuid_v7(), now(), case when i % 250 = 0 then 'Abbeville' else 'Springfield' end, 'note ' || i
    from generate_series($2::int, $3::int) as i`,
  customers: `
    insert into customers (organization_id, id, name, email, company)
    select $1, uuid_v7(), case when i % 250 = 0 then 'Abbey' else 'Customer ' || i end, i || '@own.test', 'Company'
    from generate_series($2::int, $3::int) as i`,
}
// All these words begin with the search word.
const WORDS = `(select string_agg('ab' || substr(md5(i || '-' || n), 1, 6), ' ')
  from generate_series(1, ${MAX_INDEXED_WORDS}) as n)`
const HOSTILE = {
  projects: `
    insert into projects (organization_id, id, scheduled_time, notes)
    select $1, uuid_v7(), now(), ${WORDS} from generate_series($2::int, $3::int) as i`,
  customers: `
    insert into customers (organization_id, id, name, email, company)
    select $1, uuid_v7(), 'Name', i || '@other.test', ${WORDS} from generate_series($2::int, $3::int) as i`,
}

async function blocksOf(list: string): Promise<number> {
  const plans = await recorder.during(async () => {
    const { status, body } = await service.request('GET', `/${list}?q=ab&limit=100`, {
      key: own.key,
    })
    t.match([status, body.data.length], [200, MATCHES])
  })
  const searching = plans.filter(({ scans }) => scans.some(({ table }) => table === list))
  t.ok(indexesOf(searching, list).includes(`${list}_words`), 'it used the word index')
  return searching.reduce((sum, { root }) => {
    const work = root as unknown as Work
    return sum + work['Shared Hit Blocks'] + work['Shared Read Blocks']
  }, 0)
}

for (const list of ['projects', 'customers'] as const) {
  t.test(
    `a search of ${list} doesn't read other organizations' records [c4-filter-cost, c10-search-cost]`,
    async (t) => {
      for (const from of [1, 1_251, 2_501, 3_751]) {
        await sql.queryOnce(OWN[list], [own.organizationId, from, from + 1_249])
      }
      await sql.queryOnce(`vacuum (analyze) ${list}`)
      const alone = await blocksOf(list)
      for (let stored = 0; stored < NEIGHBORS_RECORDS; stored += BATCH) {
        await sql.queryOnce(HOSTILE[list], [neighbor.organizationId, stored, stored + BATCH - 1])
      }
      await sql.queryOnce(`vacuum (analyze) ${list}`)
      const beside = await blocksOf(list)
      t.comment(`${alone} blocks alone, ${beside} next to the neighbor`)
      t.ok(
        beside < 2 * alone + PENDING_BLOCKS,
        `${alone} blocks alone, ${beside} next to the neighbor`,
      )
    },
  )
}
