import { MAX_LOOKED_UP_EVENTS, MAX_WALKED_DELIVERIES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

// docs/contract.md#c14-deliveries-walk: a page scans a bounded number of deliveries.

const api = await sharedApp()
const { sql } = api.store

interface ListPage {
  data: { id: string; event: string }[]
  nextCursor: string | null
}

/** A subscription with one old customer delivery, and more newer project deliveries than a page scans. */
async function largeStudio() {
  const { org, call, subscribe } = await webhookStudio(api)
  const events = ['PROJECT_CREATED', 'CUSTOMER_CREATED']
  const { body: subscription } = await subscribe('https://example.com/', { events })
  await call('POST', '/customers', { name: 'Ada', email: 'ada@example.com' })
  const { body: project } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
  })
  await sql.queryOnce(
    `insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event, status,
       response_status)
     select organization_id, uuid_v7(), subscription_id, event_id, event, 'SUCCEEDED', 200
     from webhook_deliveries, generate_series(1, ${MAX_WALKED_DELIVERIES})
     where organization_id = $1 and event = 'PROJECT_CREATED'`,
    [org.organizationId],
  )
  const page = async (query: string): Promise<ListPage> =>
    (await call('GET', `/webhooks/deliveries?${query}`)).body
  return { org, call, subscription, project, page }
}

t.test(
  'a page of rare matches ends at the scan bound, and the next one continues [c14-deliveries-walk]',
  async (t) => {
    const { page } = await largeStudio()
    t.equal((await page('responseStatus=200')).data.length, 20, 'frequent matches fill a page')
    // Successes aren't in the index of failures.
    await sql.queryOnce(
      `update webhook_deliveries set status = 'SUCCEEDED', response_status = 204
     where event = 'CUSTOMER_CREATED'`,
    )
    const first = await page('responseStatus=204')
    t.same(first.data, [])
    t.type(first.nextCursor, 'string')
    const second = await page(`responseStatus=204&cursor=${first.nextCursor}`)
    t.match(second, { data: [{ event: 'CUSTOMER_CREATED' }], nextCursor: null })
    t.equal(second.data.length, 1)
  },
)

t.test(
  'a delivery found by an index is on the first page, however old [c14-deliveries-walk]',
  async (t) => {
    const { subscription, call, page } = await largeStudio()
    const rare = { data: [{ event: 'CUSTOMER_CREATED' }], nextCursor: null }
    const [delivery] = (await page('event=CUSTOMER_CREATED')).data
    const { body } = await call('GET', `/webhooks/deliveries/${delivery?.id}`)
    await sql.queryOnce(`update webhook_deliveries set status = 'FAILED', response_status = 500
    where event = 'CUSTOMER_CREATED'`)
    for (const query of [
      'event=CUSTOMER_CREATED',
      `event=CUSTOMER_CREATED&subscriptionId=${subscription.id}`,
      `eventId=${body.eventId}`,
      'status=FAILED',
      'responseStatus=5xx',
    ]) {
      t.match(await page(query), rare, query)
    }
    const own = await call(
      'GET',
      `/webhooks/subscriptions/${subscription.id}/deliveries?status=FAILED`,
    )
    t.match(own.body, rare)
  },
)

t.test(
  'all deliveries are found for a project with very many events [c14-deliveries-walk]',
  async (t) => {
    const { org, project, page } = await largeStudio()
    await sql.queryOnce(
      `insert into events (organization_id, id, name, data)
     select organization_id, uuid_v7(), name, data from events, generate_series(1, ${MAX_LOOKED_UP_EVENTS})
     where organization_id = $1 and name = 'PROJECT_CREATED'`,
      [org.organizationId],
    )
    const seen = new Set<string>()
    let cursor = ''
    do {
      const { data, nextCursor } = await page(`projectId=${project.id}&limit=100${cursor}`)
      for (const { id } of data) seen.add(id)
      cursor = nextCursor ? `&cursor=${nextCursor}` : ''
    } while (cursor)
    t.equal(seen.size, MAX_WALKED_DELIVERIES + 1)
  },
)
