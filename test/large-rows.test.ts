import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { type AnalyzedNode, nodesOf, recordPlans } from '@mediajobs/testing/plans/plan-recorder'
import t from 'tap'
import { needsSuperuser } from './support/superuser.ts'

// docs/contract.md#c10-page: large rows are measured until a page is full. With statistics from before an
// import, PostgreSQL expects a single row, and must still measure each only once.

const TABLE = 'bulk_import_rows'

await needsSuperuser(t)
const { url: databaseUrl } = await createTestDatabase(t)
const { store } = await testApp(t, { databaseUrl })
const recorder = await recordPlans(t, databaseUrl, store.sql, ['auto_explain.log_analyze=on'])
const org = await (await testApp(t, { databaseUrl: recorder.url })).createOrg()

t.test('right after an import, a page measures each large row once [c10-page]', async (t) => {
  const { sql } = store
  await sql.queryOnce(`alter table ${TABLE} set (autovacuum_enabled = false)`)
  const { body } = await org.call('POST', '/bulk-imports/projects', { rows: [{ title: 'A' }] })
  await sql.queryOnce(`analyze ${TABLE}`)
  await sql.queryOnce(
    `insert into ${TABLE} (organization_id, import_id, row, data, status, messages)
     select $1, $2, n, '{}', 'FAILED', array[repeat('x', 300000)] from generate_series(2, 20) as n`,
    [org.organizationId, body.id],
  )
  let shown = 0
  const plans = await recorder.during(async () => {
    const page = await org.call('GET', `/bulk-imports/${body.id}/rows`)
    shown = page.body.data.length
  })
  const [measuring, ...others] = plans.filter(({ text }) => text.includes('recursive measured'))
  t.strictSame(others, [])
  const nodes = measuring ? (nodesOf(measuring.root) as AnalyzedNode[]) : []
  const scan = nodes.find((node) => node['Relation Name'] === TABLE)
  const read = scan && scan['Actual Rows'] * scan['Actual Loops']
  // The first row is small and not measured; the row that no longer fits is.
  t.equal(read, shown, JSON.stringify(scan))
  t.ok(shown > 1 && shown < 20)
})
