import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await sharedApp()
const { sql } = api.store

/** A subscription with one webhook delivery for each of `states`, in that order. */
async function subscribed(states: readonly string[]) {
  const studio = await webhookStudio(api)
  const { body } = await studio.subscribe('https://example.com/')
  const path = `${SUBSCRIPTIONS}/${body.id}`
  const ids: string[] = []
  for (const state of states) {
    const { body: delivery } = await studio.call('POST', `${path}/test`)
    ids.push(delivery.id)
    await sql.queryOnce(`update webhook_deliveries set ${state} where id = $1`, [delivery.id])
  }
  return { ...studio, path, ids, subscription: body }
}

interface DeliveryRow {
  id: string
  status: string
  finished: boolean
  waits: boolean
}

async function rowsOf(subscriptionId: string): Promise<Map<string, DeliveryRow>> {
  const rows = await sql.query<DeliveryRow>(
    `select id, status, finished_at is not null as finished, next_attempt_at is not null as waits
    from webhook_deliveries where subscription_id = $1`,
    [subscriptionId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const CANCELLED = { status: 'CANCELLED', finished: true, waits: false }
const STATES: [string, Partial<DeliveryRow>][] = [
  ["status = 'PENDING'", CANCELLED],
  ["status = 'RETRYING', attempts = 2, next_attempt_at = now() + interval '1 hour'", CANCELLED],
  ["status = 'SUCCEEDED', next_attempt_at = null", { status: 'SUCCEEDED', finished: false }],
  ["status = 'FAILED', next_attempt_at = null", { status: 'FAILED', finished: false }],
]

for (const [method, body] of [['PATCH', { active: false }], ['DELETE']] as const) {
  const title = method === 'PATCH' ? 'deactivating a subscription' : 'deleting a subscription'
  t.test(`${title} cancels waiting deliveries, not finished ones`, async (t) => {
    const { call, subscribe, path, ids, subscription } = await subscribed(
      STATES.map(([state]) => state),
    )
    const { body: other } = await subscribe('https://example.org/')
    await call('POST', `${SUBSCRIPTIONS}/${other.id}/test`)
    t.match(await call(method, path, body), { status: method === 'PATCH' ? 200 : 204 })
    const rows = await rowsOf(subscription.id)
    for (const [i, [state, expected]] of STATES.entries()) {
      t.match(rows.get(ids[i] ?? ''), expected, state)
    }
    const others = await rowsOf(other.id)
    t.match([...others.values()], [{ status: 'PENDING', waits: true }])
  })
}

t.test('the deliveries of a deleted subscription are deleted too [c7-inactive]', async (t) => {
  const { call, path, ids } = await subscribed(["status = 'SUCCEEDED', next_attempt_at = null"])
  const address = `/webhooks/deliveries/${ids[0]}`
  t.equal((await call('GET', address)).status, 200)
  await call('DELETE', path)
  const notFound = { status: 404, body: { code: 'not_found' } }
  t.match(await call('GET', address), notFound)
  t.match(await call('POST', `${address}/retry`), notFound)
})

t.test('a change that keeps a subscription active cancels no delivery', async (t) => {
  const { call, path, subscription } = await subscribed(["status = 'PENDING'"])
  await call('PATCH', path, { active: true, url: 'https://example.org/', events: ['INVOICE_PAID'] })
  t.match([...(await rowsOf(subscription.id)).values()], [{ status: 'PENDING' }])
})

t.test('an inactive subscription gets no new deliveries until it is active again', async (t) => {
  const { call, path } = await subscribed([])
  const create = () => call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  const listed = async () => (await call('GET', `${path}/deliveries`)).body.data.length
  await call('PATCH', path, { active: false })
  t.equal((await create()).status, 201)
  t.equal(await listed(), 0)
  await call('PATCH', path, { active: true })
  await create()
  t.equal(await listed(), 1)
})

t.test("deactivation doesn't wait for a delivery locked by the dispatcher", async (t) => {
  const { call, path, ids, subscription } = await subscribed(["status = 'PENDING'", 'attempts = 0'])
  const locked = await api.store.database.pool.connect()
  try {
    await locked.query('begin')
    await locked.query('select 1 from webhook_deliveries where id = $1 for update', [ids[0]])
    t.match(await call('PATCH', path, { active: false }), { status: 200, body: { active: false } })
  } finally {
    await locked.query('rollback')
    locked.release()
  }
  const rows = await rowsOf(subscription.id)
  t.match(rows.get(ids[0] ?? ''), { status: 'PENDING' }, 'the dispatcher settles the locked one')
  t.match(rows.get(ids[1] ?? ''), CANCELLED)
})

t.test('a test event concurrent with deactivation never leaves a waiting delivery', async (t) => {
  const { call, path, subscription } = await subscribed([])
  let accepted = 0
  for (let round = 0; round < 20; round++) {
    await call('PATCH', path, { active: true })
    const [test] = await Promise.all([
      call('POST', `${path}/test`),
      call('PATCH', path, { active: false }),
    ])
    if (test.status === 202) accepted++
    else t.match(test, { status: 409, body: { code: 'subscription_inactive' } })
  }
  const rows = [...(await rowsOf(subscription.id)).values()]
  t.equal(rows.length, accepted)
  for (const row of rows) t.match(row, CANCELLED)
})
