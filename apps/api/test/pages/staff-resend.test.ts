// docs/contract.md#c12-resend: filtered deliveries are resent.

import { randomUUID } from 'node:crypto'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { valuesOf } from '@mediajobs/testing/api/page-forms'
import { browserOf, type StaffBrowser } from '@mediajobs/testing/api/staff-browser'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import t from 'tap'

const fixture = await openFixture(t)
const api = await testApp(t, { databaseUrl: fixture.databaseUrl, trustProxy: true })
await fixture.dispatch()
const { org, call } = await deliveringStudio(api)
const at = `/app/${org.organizationId}/developers`
const manager = await api.createMember(org, 'MANAGER')
const open = async (path: string) => (await browserOf(api, manager)).open(path)
const receiver = await startReceiver({ fallback: status(500) })
t.teardown(() => receiver.close())

async function subscribe(path: string, events: readonly string[]): Promise<string> {
  const sent = { url: `${receiver.url}/${path}`, events }
  return (await call('POST', '/webhooks/subscriptions', sent)).body.id
}

const crm = await subscribe('crm', ['CUSTOMER_CREATED', 'PROJECT_CREATED'])
const books = await subscribe('books', ['CUSTOMER_CREATED'])
const addCustomer = (email: string) => call('POST', '/customers', { name: 'Ann Alder', email })

/** Sends a form whose fields may have several values. */
async function send(
  path: string,
  fields: Record<string, string | readonly string[]>,
  browser?: StaffBrowser,
) {
  const entries = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as [string, string]),
  )
  return (browser ?? (await browserOf(api, manager))).send(path, entries)
}

const failed = async () => {
  const { body } = await call('GET', '/webhooks/deliveries?status=FAILED&limit=100')
  return body.data as { id: string; event: string; subscriptionId: string }[]
}
const requestsTo = (path: string) => receiver.requests.filter((each) => each.path === path).length

t.test('filtered deliveries are resent, after confirming their number [c12-resend]', async (t) => {
  for (const name of ['ann', 'bea', 'cat']) await addCustomer(`${name}@alder.test`)
  await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  await fixture.settled()
  t.equal((await failed()).length, 7)
  t.notMatch((await open(`${at}/deliveries`)).text, 'Resend these', 'not without a filter')
  const query = `status=FAILED&event=CUSTOMER_CREATED&subscriptionId=${crm}`
  const list = await open(`${at}/deliveries?${query}`)
  t.match(list.text, 'Resend these 3…')
  const question = await open(`${at}/deliveries/resend?${query}`)
  t.match(question.text, 'Resend 3 deliveries?')
  t.match(question.text, /CUSTOMER_CREATED<\/th><td dir="auto">[^<]*\/crm<\/td><td>3</)
  t.match(question.text, '<dt>Status</dt><dd dir="auto">Failed</dd>')
  receiver.fallback(status(200))
  const fields = valuesOf(question, '/resend')
  t.equal(fields.delivery?.length, 3)
  const before = requestsTo('/crm')
  const browser = await browserOf(api, manager)
  const sent = await send(`${at}/deliveries/resend?${query}`, fields, browser)
  await fixture.settled()
  const twice = await send(`${at}/deliveries/resend?${query}`, fields, browser)
  t.strictSame([sent.status, twice.status], [303, 303])
  await fixture.settled()
  t.equal(requestsTo('/crm'), before + 3, 'once each, although the form was submitted twice')
  t.match((await open(sent.location ?? '')).text, '3 deliveries are on the way.')
  const left = await failed()
  t.equal(left.length, 4, 'no other delivery is affected')
  t.ok(
    left.every(
      ({ event, subscriptionId }) => event !== 'CUSTOMER_CREATED' || subscriptionId === books,
    ),
  )
})

t.test(
  'deliveries that can’t be resent are left out, and succeeded ones are named [c12-resend]',
  async (t) => {
    await call('PATCH', `/webhooks/subscriptions/${books}`, { active: false })
    const off = await open(`${at}/deliveries/resend?subscriptionId=${books}`)
    t.match(off.text, 'Nothing to resend')
    t.match(off.text, 'Left out because their webhook is off: 3.')
    await call('PATCH', `/webhooks/subscriptions/${books}`, { active: true })
    const again = await open(`${at}/deliveries/resend?status=SUCCEEDED`)
    t.match(again.text, '3 of them already reached their receivers, which will get them again.')
  },
)

t.test(
  'one confirmation covers 100 deliveries, and links to the older ones [c12-resend]',
  async (t) => {
    receiver.fallback(status(500))
    await fixture.publish(org.organizationId, 120)
    await fixture.settled()
    receiver.fallback(status(200))
    t.match((await open(`${at}/deliveries?status=FAILED`)).text, 'Resend these…')
    const question = await open(`${at}/deliveries/resend?status=FAILED`)
    t.match(question.text, 'Resend 100 deliveries?')
    t.match(question.text, 'Older ones may match, too.')
    const fields = valuesOf(question, '/resend')
    const sent = await send(`${at}/deliveries/resend?status=FAILED`, fields)
    const done = await open(sent.location ?? '')
    t.match(done.text, '100 deliveries are on the way.')
    const [, href = ''] = /href="([^"]*)">Resend older ones/.exec(done.text) ?? []
    const { pathname, search } = new URL(
      href.replaceAll('&amp;', '&'),
      `${api.url}${at}/deliveries`,
    )
    t.match((await open(pathname + search)).text, 'Resend 24 deliveries?')
    await fixture.settled()
  },
)

t.test("a tampered form can't resend other deliveries [c12-resend]", async (t) => {
  const path = `${at}/deliveries/resend?status=FAILED`
  const [{ id } = { id: '' }] = await failed()
  const many = Array.from({ length: 101 }, () => randomUUID())
  const before = receiver.requests.length
  t.equal((await send(path, { delivery: many })).status, 400)
  t.equal((await send(path, {})).status, 400)
  const other = await api.createOrg()
  const stranger = await browserOf(api, await api.createMember(other, 'ADMIN'))
  const foreign = await stranger.send(`/app/${other.organizationId}/developers/deliveries/resend`, {
    delivery: id,
  })
  t.match(foreign.location, 'sent=0&skipped=1')
  const odd = await send(path, { delivery: ['../../x', id] })
  t.match(odd.location, 'sent=1&skipped=1')
  await fixture.settled()
  t.equal(receiver.requests.length, before + 1)
})
