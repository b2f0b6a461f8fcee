import { createTestDatabase } from '@mediajobs/db/testing'
import { MAX_WALKED_DELIVERIES } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { type AnalyzedNode, nodesOf, recordPlans } from '@mediajobs/testing/plans/plan-recorder'
import t from 'tap'
import { needsSuperuser } from './support/superuser.ts'

// docs/contract.md#c14-deliveries-walk: the rows read for a page are bounded, and don't grow with the log.

await needsSuperuser(t)
const { url: databaseUrl } = await createTestDatabase(t)
const direct = await testApp(t, { databaseUrl })
const org = await direct.createOrg()
const { sql } = direct.store
const recorder = await recordPlans(t, databaseUrl, sql, ['auto_explain.log_analyze=on'])
const service = await testApp(t, { databaseUrl: recorder.url })
const get = (path: string) => service.request('GET', path, { key: org.key })

const { body: subscription } = await org.call('POST', '/webhooks/subscriptions', {
  url: 'https://example.com/',
  events: ['PROJECT_CREATED'],
})
for (const _ of [1, 2, 3]) {
  await sql.queryOnce(
    `insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event, status, response_status)
     select $1, uuid_v7(), $2, uuid_v7(), 'PROJECT_CREATED',
       case when i % 2 = 0 then 'FAILED' else 'SUCCEEDED' end, case when i % 2 = 0 then 500 else 200 end
     from generate_series(1, ${MAX_WALKED_DELIVERIES}) as i`,
    [org.organizationId, subscription.id],
  )
}
await sql.queryOnce('analyze')

/** The number of deliveries read by a call. */
async function rowsOf(path: string): Promise<number> {
  const plans = await recorder.during(() => get(path))
  const nodes = plans.flatMap(({ root }) => nodesOf(root)) as AnalyzedNode[]
  const scans = nodes.filter((node) => node['Relation Name']?.startsWith('webhook_deliveries'))
  return scans.reduce((sum, node) => {
    const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
    return sum + rows * node['Actual Loops']
  }, 0)
}

t.test('a page without matches reads only up to the bound [c14-deliveries-walk]', async (t) => {
  for (const query of [
    'responseStatus=204',
    'status=CANCELLED',
    'status=CANCELLED&status=RETRYING&event=PROJECT_CREATED',
    'event=PROJECT_CREATED&responseStatus=204',
    'lastAttemptSince=2026-01-01T00:00:00Z',
    'lastAttemptUntil=2199-01-01T00:00:00Z',
    `subscriptionId=${subscription.id}&responseStatus=204&since=2020-01-01T00:00:00Z`,
  ]) {
    const path = `/webhooks/deliveries?${query}`
    t.match(await get(path), { status: 200, body: { data: [], nextCursor: String } }, query)
    const rows = await rowsOf(path)
    t.ok(rows > 0 && rows <= MAX_WALKED_DELIVERIES + 1, `${query}: ${rows} deliveries`)
  }
})

t.test('a page of frequent matches reads few deliveries', async (t) => {
  for (const query of ['', 'status=FAILED', 'responseStatus=2xx', 'event=PROJECT_CREATED']) {
    const rows = await rowsOf(`/webhooks/deliveries?${query}`)
    t.ok(rows > 0 && rows < 100, `${query}: ${rows} deliveries`)
  }
})
