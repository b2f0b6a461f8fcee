import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await sharedApp()
const { sql } = api.store

const CUSTOMER = { name: 'Ada', email: 'ada@example.com' }
const NIL = '00000000-0000-0000-0000-000000000000'

/** A subscription to CUSTOMER_CREATED with `count` webhook deliveries, newest first. */
async function subscribed({ count }: { count: number }) {
  const studio = await webhookStudio(api)
  const { body } = await studio.subscribe('https://example.com/', { events: ['CUSTOMER_CREATED'] })
  const path = `${SUBSCRIPTIONS}/${body.id}`
  for (let i = 0; i < count; i++) {
    await studio.call('POST', '/customers', { ...CUSTOMER, email: `${i}@example.com` })
  }
  const list = async (query = '') => (await studio.call('GET', `${path}/deliveries${query}`)).body
  const deliveries: { id: string; status: string }[] = (await list('?limit=100')).data
  return { ...studio, subscription: body, path, list, deliveries }
}

function change(id: string | undefined, set: string) {
  return sql.queryOnce(`update webhook_deliveries set ${set} where id = $1`, [id ?? null])
}

t.test(
  'an event creates one delivery for each active subscription listing it [i6-only-listed, c7-delivery]',
  async (t) => {
    const { org, call, subscribe } = await webhookStudio(api)
    const { body: listing } = await subscribe('https://example.com/1', {
      events: ['CUSTOMER_CREATED'],
    })
    const { body: other } = await subscribe('https://example.com/2')
    const off = { events: ['CUSTOMER_CREATED'], active: false }
    const { body: inactive } = await subscribe('https://example.com/3', off)
    await call('POST', '/customers', CUSTOMER)
    const { body } = await call('GET', `${SUBSCRIPTIONS}/${listing.id}/deliveries`)
    t.equal(body.data.length, 1)
    const { id, eventId, createdAt, nextAttemptAt, ...rest } = body.data[0]
    t.same(rest, {
      organizationId: org.organizationId,
      subscriptionId: listing.id,
      event: 'CUSTOMER_CREATED',
      status: 'PENDING',
      attempts: 0,
      lastAttemptAt: null,
      responseStatus: null,
      error: null,
      finishedAt: null,
    })
    t.equal(nextAttemptAt, createdAt)
    t.not(id, eventId)
    for (const { id } of [other, inactive]) {
      t.same((await call('GET', `${SUBSCRIPTIONS}/${id}/deliveries`)).body.data, [])
    }
  },
)

t.test(
  'deliveries are listed newest first, in pages [i4-deliveries, c7-delivery-list]',
  async (t) => {
    const { list, deliveries } = await subscribed({ count: 5 })
    const ids = deliveries.map(({ id }) => id)
    t.same(ids, ids.toSorted().reverse())
    const paged: string[] = []
    let cursor = ''
    do {
      const { data, nextCursor } = await list(`?limit=2${cursor}`)
      paged.push(...data.map(({ id }: { id: string }) => id))
      cursor = nextCursor && `&cursor=${nextCursor}`
    } while (cursor)
    t.same(paged, ids)
  },
)

t.test(
  'deliveries are filtered by status; a cursor is valid only for its filter [c1-lists-cursor-bound, c7-delivery-list]',
  async (t) => {
    const { call, path, list, deliveries } = await subscribed({ count: 4 })
    await change(
      deliveries[1]?.id,
      "status = 'FAILED', next_attempt_at = null, finished_at = now()",
    )
    await change(deliveries[2]?.id, "status = 'RETRYING', attempts = 1")
    const found = async (query: string) =>
      (await list(query)).data.map(({ id }: { id: string }) => id)
    t.same(await found('?status=FAILED'), [deliveries[1]?.id])
    t.same(await found('?status=RETRYING&status=FAILED'), [deliveries[1]?.id, deliveries[2]?.id])
    t.same(await found('?status=CANCELLED'), [])
    const { nextCursor } = await list('?status=PENDING&limit=1')
    t.same(await found(`?status=PENDING&cursor=${nextCursor}`), [deliveries[3]?.id])
    const refused: [string, RegExp][] = [
      [`?cursor=${nextCursor}`, /^cursor belongs to other filters/],
      ['?cursor=nope', /^cursor is malformed/],
      [
        '?status=DONE',
        /^status\[0\] must be one of PENDING, RETRYING, SUCCEEDED, FAILED, CANCELLED$/,
      ],
      ['?event=CUSTOMER_CREATED', /^event is not a query parameter .* cursor, limit, status$/],
      ['?limit=101', /^limit must .*100$/],
    ]
    for (const [query, message] of refused) {
      const response = await call('GET', `${path}/deliveries${query}`)
      t.match(response, { status: 400, body: { message: [message] } }, query)
      t.equal(response.body.message.length, 1)
    }
  },
)

t.test(
  'a delivery shows its payload and all attempts [i4-deliveries, c7-delivery, c7-delivery-get]',
  async (t) => {
    const { org, call, deliveries } = await subscribed({ count: 1 })
    const [record] = deliveries
    const path = `/webhooks/deliveries/${record?.id}`
    const { body } = await call('GET', path)
    t.match(body, { ...record, attemptLog: [] })
    t.same(Object.keys(body.payload), ['id', 'event', 'data'])
    t.match(body.payload, { id: record?.id, event: 'CUSTOMER_CREATED' })
    const { data } = body.payload
    t.same(Object.keys(data).slice(0, 3), ['event', 'orgId', 'occurredAt'])
    t.match(data, {
      event: 'CUSTOMER_CREATED',
      orgId: org.organizationId,
      customer: { id: data.customerId, email: '0@example.com' },
    })

    const attempts = [
      {
        attempt: 1,
        durationMs: 10_000,
        responseStatus: null,
        error: 'No response.',
        responseBody: null,
      },
      { attempt: 2, durationMs: 12, responseStatus: 500, error: null, responseBody: '"oops"' },
    ]
    for (const {
      attempt,
      durationMs,
      responseStatus,
      error,
      responseBody,
    } of attempts.toReversed()) {
      await sql.query(
        `insert into webhook_attempts (organization_id, delivery_id, attempt, started_at,
        duration_ms, response_status, error, response_body)
      values ($1, $2, $3, '2026-05-01T09:30:00Z', $4, $5, $6, $7)`,
        [org.organizationId, body.id, attempt, durationMs, responseStatus, error, responseBody],
      )
    }
    const startedAt = '2026-05-01T09:30:00.000Z'
    t.same(
      (await call('GET', path)).body.attemptLog,
      attempts.map((attempt) => ({ ...attempt, startedAt })),
    )
  },
)

t.test('the payload is null once its event is purged from the log [c7-delivery-get]', async (t) => {
  const { call, deliveries } = await subscribed({ count: 1 })
  await sql.query('update webhook_deliveries set event_id = $2 where id = $1', [
    deliveries[0]?.id ?? null,
    NIL,
  ])
  const { status, body } = await call('GET', `/webhooks/deliveries/${deliveries[0]?.id}`)
  t.equal(status, 200)
  t.equal(body.payload, null)
})

t.test("a test event is sent only to its subscription, which needn't list it", async (t) => {
  const { org, call, subscription, path, list } = await subscribed({ count: 0 })
  const { status, body } = await call('POST', `${path}/test`)
  t.equal(status, 202)
  t.match(body, {
    organizationId: org.organizationId,
    subscriptionId: subscription.id,
    event: 'WEBHOOK_TEST',
    status: 'PENDING',
    attempts: 0,
  })
  t.same((await list()).data, [body])
  const { payload } = (await call('GET', `/webhooks/deliveries/${body.id}`)).body
  t.same(payload, {
    id: body.id,
    event: 'WEBHOOK_TEST',
    data: {
      event: 'WEBHOOK_TEST',
      orgId: org.organizationId,
      occurredAt: body.createdAt,
      subscriptionId: subscription.id,
    },
  })
  const jobs = await sql.query(
    "select data from pgboss.job where name = 'webhook-deliveries' and data->>'deliveryId' = $1",
    [body.id],
  )
  t.match(jobs, [{ data: { organizationId: org.organizationId, attempt: 1 } }])
  t.equal(jobs.length, 1)
})

t.test('a test event accepts an empty body or none, and names ignored fields', async (t) => {
  const { call, path } = await subscribed({ count: 0 })
  t.match(await call('POST', `${path}/test`, {}), { status: 202 })
  t.match(await call('POST', `${path}/test`, { event: 'PROJECT_CREATED' }), {
    status: 202,
    body: { event: 'WEBHOOK_TEST' },
    headers: { 'x-ignored-fields': 'event' },
  })
  t.match(await call('POST', `${path}/test`, []), {
    status: 400,
    body: { message: ['body must be an object'] },
  })
})

t.test('an inactive subscription accepts no test event', async (t) => {
  const { call, path, list } = await subscribed({ count: 0 })
  await call('PATCH', path, { active: false })
  t.match(await call('POST', `${path}/test`), {
    status: 409,
    body: { code: 'subscription_inactive', message: /active/ },
  })
  t.same((await list()).data, [])
})
