import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await sharedApp()

interface Listed {
  id: string
  event: string
  createdAt: string
}

/** An organization with `count` customers and one project. */
async function busyStudio(count: number) {
  const studio = await webhookStudio(api)
  for (let i = 0; i < count; i++) {
    await studio.call('POST', '/customers', { name: `C${i}`, email: `${i}@example.com` })
  }
  await studio.call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  const list = async (query = '') => (await studio.call('GET', `/events${query}`)).body
  return { ...studio, list }
}

t.test('every event is in the log, even without a subscription [c7-event-log]', async (t) => {
  const { org, call, list } = await busyStudio(1)
  const { data, nextCursor } = await list()
  t.equal(nextCursor, null)
  t.strictSame(
    data.map(({ event }: Listed) => event),
    ['PROJECT_CREATED', 'CUSTOMER_CREATED'],
  )
  const { id, createdAt, ...rest } = data[1]
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 10_000)
  const customer = (await call('GET', '/customers')).body.data[0]
  t.strictSame(rest, {
    organizationId: org.organizationId,
    event: 'CUSTOMER_CREATED',
    data: {
      event: 'CUSTOMER_CREATED',
      orgId: org.organizationId,
      occurredAt: customer.createdAt,
      customerId: customer.id,
      customer,
    },
  })
  t.strictSame((await call('GET', `/events/${id}`)).body, data[1])
})

t.test(
  'the log is newest first, in pages; a cursor is valid only for its filters [c1-lists-newest]',
  async (t) => {
    const { call, list } = await busyStudio(5)
    const all: Listed[] = (await list()).data
    t.strictSame(
      all,
      all.toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    )
    const paged: Listed[] = []
    let cursor = ''
    do {
      const { data, nextCursor } = await list(`?limit=2${cursor}`)
      paged.push(...data)
      cursor = nextCursor && `&cursor=${nextCursor}`
    } while (cursor)
    t.strictSame(paged, all)
    const { nextCursor } = await list('?limit=2&event=CUSTOMER_CREATED')
    t.equal((await list(`?limit=9&event=CUSTOMER_CREATED&cursor=${nextCursor}`)).data.length, 3)
    for (const query of [
      '',
      '&event=PROJECT_CREATED',
      '&since=2026-01-01T00:00:00Z&event=CUSTOMER_CREATED',
    ]) {
      t.equal((await call('GET', `/events?cursor=${nextCursor}${query}`)).status, 400, query)
    }
  },
)

t.test('the log can be filtered by several events', async (t) => {
  const { call, list } = await busyStudio(3)
  const found = async (query: string) => (await list(query)).data.map(({ event }: Listed) => event)
  t.strictSame(await found('?event=PROJECT_CREATED'), ['PROJECT_CREATED'])
  t.strictSame(await found('?event=PROJECT_CREATED&event=CUSTOMER_CREATED&limit=3'), [
    'PROJECT_CREATED',
    'CUSTOMER_CREATED',
    'CUSTOMER_CREATED',
  ])
  t.strictSame(await found('?event=INVOICE_PAID&event=INVOICE_SENT'), [])
  for (const query of [
    'event=WEBHOOK_TEST',
    'event=project_created',
    'customerId=1',
    'since=2026',
  ]) {
    t.equal((await call('GET', `/events?${query}`)).status, 400, query)
  }
})

t.test(
  "filtered by project, the log has the project's events and those of its invoices [c14-events-of-project]",
  async (t) => {
    const { call, list } = await busyStudio(1)
    const [{ data: first }] = (await list('?event=PROJECT_CREATED')).data
    const { body: other } = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
    })
    await call('PATCH', `/projects/${other.id}/status`, { status: 'BOOKED' })
    await call('POST', '/invoices', {
      customerId: (await call('GET', '/customers')).body.data[0].id,
      projectId: other.id,
      currency: 'USD',
      lineItems: [{ description: 'Photos', quantity: 1, unitAmount: 100 }],
    })
    const found = async (query: string) =>
      (await list(query)).data.map(({ event }: Listed) => event)
    t.strictSame(await found(`?projectId=${first.projectId}`), ['PROJECT_CREATED'])
    const all = ['INVOICE_CREATED', 'PROJECT_STATUS_CHANGED', 'PROJECT_CREATED']
    t.strictSame(await found(`?projectId=${other.id}`), all)
    const { data, nextCursor } = await list(`?projectId=${other.id}&limit=2`)
    t.equal(data.length, 2)
    t.strictSame(await found(`?projectId=${other.id}&limit=2&cursor=${nextCursor}`), all.slice(2))
    const named = `?projectId=${other.id}&event=INVOICE_CREATED&event=CUSTOMER_CREATED`
    t.strictSame(await found(named), ['INVOICE_CREATED'])
    t.strictSame(await found(`?projectId=${other.id}&since=2100-01-01T00:00:00Z`), [])
    for (const unknown of [randomUUID(), 'nope']) {
      t.strictSame(await list(`?projectId=${unknown}`), { data: [], nextCursor: null })
    }
    const stranger = await webhookStudio(api)
    t.strictSame((await stranger.call('GET', `/events?projectId=${other.id}`)).body.data, [])
  },
)

t.test('since and until are inclusive, to the millisecond of createdAt', async (t) => {
  const { call, list } = await busyStudio(0)
  for (let i = 0; i < 3; i++) {
    await delay(5)
    await call('POST', '/customers', { name: `C${i}`, email: `${i}@example.com` })
  }
  const [last, middle, first]: Listed[] = (await list('?event=CUSTOMER_CREATED')).data
  const between = async (from?: string, to?: string) => {
    const query = [from && `since=${from}`, to && `until=${to}`, 'event=CUSTOMER_CREATED']
    const { data } = await list(`?${query.filter(Boolean).join('&')}`)
    return data.map(({ id }: Listed) => id)
  }
  t.strictSame(await between(middle?.createdAt), [last?.id, middle?.id])
  t.strictSame(await between(undefined, middle?.createdAt), [middle?.id, first?.id])
  t.strictSame(await between(middle?.createdAt, middle?.createdAt), [middle?.id])
  t.strictSame(await between('2100-01-01T00:00:00Z'), [])
  const local = middle?.createdAt.replace('Z', '%2B00:00')
  t.strictSame(await between(local, local), [middle?.id])
})

t.test('test events are not in the log', async (t) => {
  const { call, subscribe, list } = await busyStudio(0)
  const { body } = await subscribe('https://example.com/')
  const { body: delivery } = await call('POST', `${SUBSCRIPTIONS}/${body.id}/test`)
  t.strictSame(
    (await list()).data.map(({ event }: Listed) => event),
    ['PROJECT_CREATED'],
  )
  t.equal((await call('GET', `/events/${delivery.eventId}`)).status, 404)
})
