import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const EVENTS = [
  'PROJECT_CREATED',
  'PROJECT_STATUS_CHANGED',
  'CUSTOMER_CREATED',
  'CUSTOMER_UPDATED',
  'INVOICE_CREATED',
]

const api = await sharedApp()

async function filterStudio() {
  const { call, customer: newCustomer, book, invoice } = await moneyStudio(api)
  const customer = await newCustomer()
  const { body: project } = await book({ customerId: customer.id })
  const { body: other } = await book()
  let made = 0
  const subscribe = async (filter: object | null) => {
    made += 1
    const url = `https://example.com/${made}`
    const { body } = await call('POST', SUBSCRIPTIONS, { url, events: EVENTS, filter })
    return body.id as string
  }
  const sentTo = async (id: string) => {
    const { body } = await call('GET', `${SUBSCRIPTIONS}/${id}/deliveries`)
    return body.data.map(({ event }: { event: string }) => event).toSorted()
  }
  const act = async () => {
    for (const { id } of [project, other]) {
      await call('PATCH', `/projects/${id}/status`, { status: 'BOOKED' })
    }
    await call('PATCH', `/projects/${project.id}/status`, { status: 'CANCELLED' })
    await call('PATCH', `/customers/${customer.id}`, { name: 'Anne' })
    await newCustomer()
    await invoice({ customerId: customer.id, projectId: project.id })
  }
  return { call, customer, project, other, subscribe, sentTo, act }
}

t.test(
  'a subscription gets exactly the events matching a list of its filter [c16-filter]',
  async (t) => {
    const { customer, project, other, subscribe, sentTo, act } = await filterStudio()
    const all = await subscribe(null)
    const ofProject = await subscribe({ projectIds: [project.id] })
    const ofOther = await subscribe({ projectIds: [other.id] })
    const ofCustomer = await subscribe({ customerIds: [customer.id] })
    const cancelled = await subscribe({ toStatuses: ['CANCELLED'] })
    const either = await subscribe({ projectIds: [other.id], toStatuses: ['CANCELLED'] })
    await act()
    const [moved, invoiced] = ['PROJECT_STATUS_CHANGED', 'INVOICE_CREATED']
    t.same(await sentTo(all), [
      'CUSTOMER_CREATED',
      'CUSTOMER_UPDATED',
      invoiced,
      moved,
      moved,
      moved,
    ])
    t.same(await sentTo(ofProject), [invoiced, moved, moved])
    t.same(await sentTo(ofOther), [moved])
    t.same(await sentTo(ofCustomer), ['CUSTOMER_UPDATED', invoiced, moved, moved])
    t.same(await sentTo(cancelled), [moved])
    t.same(await sentTo(either), [moved, moved])
  },
)

t.test('an event matching no filter is still in the event log [c16-filter]', async (t) => {
  const { call, other, subscribe, act } = await filterStudio()
  await subscribe({ projectIds: [other.id] })
  await act()
  const { body } = await call('GET', '/events?event=CUSTOMER_UPDATED')
  t.equal(body.data.length, 1)
})

t.test('a test event is sent regardless of the filter [c16-filter]', async (t) => {
  const { call, other, subscribe, sentTo } = await filterStudio()
  const id = await subscribe({ projectIds: [other.id] })
  t.equal((await call('POST', `${SUBSCRIPTIONS}/${id}/test`)).status, 202)
  t.same(await sentTo(id), ['WEBHOOK_TEST'])
})

t.test(
  'a recovery creates deliveries only for missed events matching the filter [c16-filter]',
  async (t) => {
    const { call, other, subscribe, sentTo, act } = await filterStudio()
    const id = await subscribe({ projectIds: [other.id] })
    const path = `${SUBSCRIPTIONS}/${id}`
    await call('PATCH', path, { active: false })
    await act()
    await call('PATCH', path, { active: true })
    const since = new Date(Date.now() - 60_000).toISOString()
    t.match((await call('POST', `${path}/recover`, { since })).body, { retried: 0, created: 1 })
    t.same(await sentTo(id), ['PROJECT_STATUS_CHANGED'])
  },
)
