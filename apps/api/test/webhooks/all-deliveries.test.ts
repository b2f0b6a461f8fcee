import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

// docs/contract.md#c14-all-deliveries

const api = await sharedApp()
const { sql } = api.store

const PATH = '/webhooks/deliveries'
const NIL = '00000000-0000-0000-0000-000000000000'

interface Listed {
  id: string
  subscriptionId: string
  subscriptionUrl: string
  event: string
  eventId: string
  createdAt: string
}

/** Two subscriptions for projects and customers, and the deliveries for two customers and a project. */
async function busyStudio() {
  const studio = await webhookStudio(api)
  const { call, subscribe } = studio
  const events = ['PROJECT_CREATED', 'CUSTOMER_CREATED', 'INVOICE_CREATED']
  const { body: first } = await subscribe('https://example.com/1', { events })
  const { body: second } = await subscribe('https://example.com/2', { events })
  const customers = []
  for (const n of [1, 2]) {
    const { body } = await call('POST', '/customers', { name: 'A', email: `${n}@example.com` })
    customers.push(body.id)
  }
  const { body: project } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
  })
  const list = async (query = '') => (await call('GET', `${PATH}?limit=100${query}`)).body
  const found = async (query: string) => (await list(query)).data.map(({ id }: Listed) => id)
  const all: Listed[] = (await list()).data
  /** The ids of matching deliveries. */
  const fitting = (fits: (delivery: Listed) => boolean) => all.filter(fits).map(({ id }) => id)
  return { ...studio, first, second, customers, project, list, found, all, fitting }
}

function change(id: string | undefined, set: string) {
  return sql.queryOnce(`update webhook_deliveries set ${set} where id = $1`, [id ?? null])
}

t.test(
  "the list contains all subscriptions' deliveries, newest first, in pages [c14-all-deliveries]",
  async (t) => {
    const { call, first, second, all } = await busyStudio()
    t.equal(all.length, 6)
    t.same(
      all,
      all.toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    )
    for (const { id, url } of [first, second]) {
      const own = (await call('GET', `${SUBSCRIPTIONS}/${id}/deliveries`)).body.data
      const listed = own.map((delivery: object) => ({ ...delivery, subscriptionUrl: url }))
      t.same(
        all.filter(({ subscriptionId }) => subscriptionId === id),
        listed,
      )
    }
    const paged: Listed[] = []
    let cursor = ''
    do {
      const { data, nextCursor } = (await call('GET', `${PATH}?limit=4${cursor}`)).body
      paged.push(...data)
      cursor = nextCursor && `&cursor=${nextCursor}`
    } while (cursor)
    t.same(paged, all)
  },
)

t.test(
  'each filter finds its deliveries; two together find those matching both [c14-deliveries-filters]',
  async (t) => {
    const { first, project, found, all, fitting } = await busyStudio()
    const [newest, other, oldest] = [all[0], all[1], all.at(-1)]
    await change(newest?.id, "status = 'FAILED', response_status = 503, next_attempt_at = null")
    await change(other?.id, "status = 'RETRYING', response_status = 404")
    await change(oldest?.id, "status = 'SUCCEEDED', response_status = 204, next_attempt_at = null")
    const ofFirst = ({ subscriptionId }: Listed) => subscriptionId === first.id
    const isCustomer = ({ event }: Listed) => event === 'CUSTOMER_CREATED'
    const ofOldest = ({ eventId }: Listed) => eventId === oldest?.eventId
    const cases: [string, (string | undefined)[]][] = [
      [`subscriptionId=${first.id}`, fitting(ofFirst)],
      ['event=CUSTOMER_CREATED', fitting(isCustomer)],
      ['event=CUSTOMER_CREATED&event=PROJECT_CREATED', fitting(() => true)],
      ['event=WEBHOOK_TEST', []],
      [`eventId=${oldest?.eventId}`, fitting(ofOldest)],
      [`projectId=${project.id}`, fitting((each) => !isCustomer(each))],
      ['status=FAILED', [newest?.id]],
      ['status=RETRYING&status=FAILED', [newest?.id, other?.id]],
      ['status=SUCCEEDED', [oldest?.id]],
      ['responseStatus=503', [newest?.id]],
      ['responseStatus=5xx', [newest?.id]],
      ['responseStatus=404&responseStatus=5xx', [newest?.id, other?.id]],
      ['responseStatus=2xx', [oldest?.id]],
      ['responseStatus=2xx&responseStatus=404', [other?.id, oldest?.id]],
      ['responseStatus=500', []],
      ['responseStatus=2xx&status=FAILED', []],
      [
        `subscriptionId=${first.id}&event=CUSTOMER_CREATED`,
        fitting((each) => ofFirst(each) && isCustomer(each)),
      ],
      [
        `eventId=${oldest?.eventId}&subscriptionId=${first.id}`,
        fitting((each) => ofOldest(each) && ofFirst(each)),
      ],
      [`eventId=${oldest?.eventId}&projectId=${project.id}`, []],
      [`projectId=${project.id}&status=FAILED`, [newest?.id]],
      [`projectId=${project.id}&event=CUSTOMER_CREATED`, []],
    ]
    for (const [query, ids] of cases) t.same(await found(`&${query}`), ids, query)
  },
)

t.test(
  'the deliveries of a project include those of its invoices [c14-deliveries-filters]',
  async (t) => {
    const { call, customers, project, found, list } = await busyStudio()
    await call('POST', '/invoices', {
      customerId: customers[0],
      projectId: project.id,
      currency: 'USD',
      lineItems: [{ description: 'Photos', quantity: 1, unitAmount: 100 }],
    })
    const { data } = await list(`&projectId=${project.id}`)
    t.same(
      data.map(({ event }: Listed) => event),
      ['INVOICE_CREATED', 'INVOICE_CREATED', 'PROJECT_CREATED', 'PROJECT_CREATED'],
    )
    t.equal((await found(`&projectId=${project.id}&event=INVOICE_CREATED`)).length, 2)
  },
)

t.test(
  'since and until are inclusive, to the millisecond of createdAt [c14-deliveries-filters]',
  async (t) => {
    const { all, list, found, fitting } = await busyStudio()
    // As if the transaction had begun a second before the id was generated.
    await change(all[2]?.id, "created_at = created_at - interval '1 second'")
    const { createdAt = '' } = (await list()).data[2]
    t.same(await found(`&until=${createdAt}`), [all[2]?.id])
    t.same(await found(`&since=${createdAt}&until=${createdAt}`), [all[2]?.id])
    const newest = all[0]?.createdAt ?? ''
    t.same(
      await found(`&since=${newest}`),
      fitting((each) => each.createdAt >= newest && each.id !== all[2]?.id),
    )
    t.same(await found('&since=2100-01-01T00:00:00Z'), [])
  },
)

t.test(
  "lastAttemptSince and lastAttemptUntil filter by the last attempt's time [c16-last-attempt]",
  async (t) => {
    const { all, found } = await busyStudio()
    const [newest, second] = all.map(({ id }) => id)
    await change(newest, `last_attempt_at = now() + interval '1 hour'`)
    await change(second, `last_attempt_at = now() + interval '2 hours'`)
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    t.same(await found(`&lastAttemptSince=${at(30)}`), [newest, second])
    t.same(await found(`&lastAttemptSince=${at(90)}`), [second])
    t.same(await found(`&lastAttemptUntil=${at(90)}`), [newest])
    t.same(await found(`&lastAttemptSince=${at(30)}&lastAttemptUntil=${at(40)}`), [])
    t.same(await found(`&lastAttemptUntil=${at(-60)}`), [])
  },
)

t.test(
  'a cursor is valid only for its filters, and an invalid filter gets one message [c14-deliveries-filters]',
  async (t) => {
    const { call } = await busyStudio()
    const get = (query: string) => call('GET', `${PATH}?${query}`)
    const { nextCursor } = (await get('event=CUSTOMER_CREATED&limit=1')).body
    t.equal((await get(`event=CUSTOMER_CREATED&limit=9&cursor=${nextCursor}`)).body.data.length, 3)
    const refused: [string, RegExp][] = [
      [`cursor=${nextCursor}`, /^cursor belongs to other filters/],
      [`event=PROJECT_CREATED&cursor=${nextCursor}`, /^cursor belongs to other filters/],
      ['event=CUSTOMER_LEFT', /^event\[0\] must be one of .*WEBHOOK_TEST$/],
      ['status=DONE', /^status\[0\] must be one of/],
      ['responseStatus=50', /^responseStatus\[0\] must be an HTTP status, like 503, or a class/],
      ['responseStatus=5XX', /^responseStatus\[0\] must be an HTTP status/],
      ['since=2026', /^since must/],
      ['customerId=1', /^customerId is not a query parameter/],
    ]
    for (const [query, message] of refused) {
      const response = await get(query)
      t.match(response, { status: 400, body: { message: [message] } }, query)
      t.equal(response.body.message.length, 1, query)
    }
  },
)

t.test(
  'unknown ids, deleted subscriptions and other organizations find nothing [c14-all-deliveries]',
  async (t) => {
    const { call, first, second, list, all, found, fitting } = await busyStudio()
    const stranger = await webhookStudio(api)
    t.same((await stranger.call('GET', PATH)).body, { data: [], nextCursor: null })
    await stranger.subscribe('https://example.com/1')
    for (const filter of ['subscriptionId', 'eventId', 'projectId']) {
      for (const id of [NIL, 'nope']) {
        t.same(await list(`&${filter}=${id}`), { data: [], nextCursor: null }, filter)
      }
    }
    for (const query of [`subscriptionId=${first.id}`, `eventId=${all[0]?.eventId}`]) {
      t.same((await stranger.call('GET', `${PATH}?${query}`)).body.data, [], query)
    }
    await call('DELETE', `${SUBSCRIPTIONS}/${first.id}`)
    const left = fitting(({ subscriptionId }) => subscriptionId === second.id)
    t.same(await found(''), left)
    t.same(await found(`&eventId=${all[0]?.eventId}`), [left[0]])
    t.same(await found(`&subscriptionId=${first.id}`), [])
  },
)
