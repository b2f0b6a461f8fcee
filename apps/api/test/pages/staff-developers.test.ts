// docs/contract.md#c12-developers: webhook pages for an organization's developers.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { ROLES } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { whyNoPrograms } from '@mediajobs/testing/programs'
import { verify } from '@mediajobs/webhook-signature/node'
import t from 'tap'

const fixture = await openFixture(t)
const api = await testApp(t, { databaseUrl: fixture.databaseUrl, trustProxy: true })
await fixture.dispatch()
const studio = await deliveringStudio(api)
const { org, call } = studio
await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })
const at = `/app/${org.organizationId}/developers`
const receiver = await startReceiver({ fallback: status(500, { body: 'we are <down>' }) })
t.teardown(() => receiver.close())
const { body: hook } = await call('POST', '/webhooks/subscriptions', {
  url: `${receiver.url}/hook`,
  events: ['PROJECT_CREATED', 'PROJECT_DELIVERED'],
})
const { project, token } = await studio.deliver({ addressLine1: '48 Alder Ridge Road' })
await fixture.settled()

/** A separate session each: one is limited to 50 calls a second. */
const manager = await api.createMember(org, 'MANAGER')
const session = () => browserOf(api, manager)
const open = async (path: string) => (await session()).open(path)
const send = async (path: string, fields: Record<string, string>) =>
  (await session()).send(path, fields)
const idIn = (text: string, name: string) =>
  new RegExp(`[?&;]${name}=([0-9a-f-]{36})`).exec(text)?.[1] ?? ''
const rowsIn = (text: string) =>
  text
    .match(/<ol class="rows".*?<\/ol>/s)?.[0]
    .split('<li>')
    .slice(1) ?? []

t.test('a failed delivery can be found, inspected and retried [c12-deliveries]', async (t) => {
  const list = await open(`${at}/deliveries?status=FAILED`)
  t.equal(list.status, 200)
  const row = rowsIn(list.text).find((each) => each.includes('PROJECT_DELIVERED')) ?? ''
  t.match(row, `${receiver.url}/hook`)
  t.match(row, /Failed.*500.*[AP]M/s)
  const id = idIn(row, 'delivery')
  const path = `${at}/deliveries?status=FAILED&delivery=${id}`
  const detail = await open(path)
  t.match(detail.text, 'aria-current="true"', 'the list next to it shows which one is open')
  t.match(detail.text, /Attempt 1<\/b> · <span class="said">500<\/span> · \d+ ms/)
  t.match(detail.text, 'we are &lt;down&gt;')
  t.match(detail.text, '&quot;projectId&quot;')
  receiver.script(status(200))
  const fields = fieldsOf(detail, '/retry')
  const browser = await session()
  const again = () => browser.send(`${at}/deliveries/${id}/retry?status=FAILED`, fields)
  const before = receiver.requests.length
  const twice = [await again(), await again()]
  t.strictSame(
    twice.map(({ status }) => status),
    [303, 303],
  )
  await fixture.settled()
  t.equal(receiver.requests.length, before + 1, 'a button pressed twice acts once')
  const after = await open(twice[0]?.location ?? '')
  t.match(after.text, 'Retry finished: Succeeded.')
})

t.test('delivery tokens are hidden until requested [c12-developers]', async (t) => {
  const list = await open(`${at}/deliveries?event=PROJECT_DELIVERED`)
  const path = `${at}/deliveries?delivery=${idIn(list.text, 'delivery')}`
  t.notMatch((await open(path)).text, token)
  const shown = await open(`${path}&tokens=show`)
  t.match(shown.text, `/${token}`)
  t.match(shown.text, 'Hide the token')
})

t.test(
  'the command for testing a receiver signs like the dispatcher [c12-deliveries]',
  { skip: whyNoPrograms('curl', 'openssl') },
  async (t) => {
    const list = await open(`${at}/deliveries?event=PROJECT_CREATED`)
    const id = idIn(list.text, 'delivery')
    const { text } = await open(`${at}/deliveries?delivery=${id}`)
    const command = /<textarea id="command"[^>]*>\n(.*?)<\/textarea>/s.exec(text)?.[1] ?? ''
    const plain = command
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    const before = receiver.requests.length
    const env = { ...process.env, WEBHOOK_SECRET: hook.secret, WEBHOOK_URL: `${receiver.url}/mine` }
    await promisify(execFile)('sh', ['-c', plain], { env })
    const { path, body, headers } = await receiver.waitFor(before + 1)
    t.equal(path, '/mine')
    const event = verify(body, headers, hook.secret)
    t.match(event, { id, event: 'PROJECT_CREATED', data: { projectId: project.id } })
  },
)

t.test('missed events are resent since the first failure [c12-deliveries]', async (t) => {
  const [failed] = await api.store.sql.query<{ id: string }>(
    `update webhook_deliveries set created_at = created_at - interval '2 hours'
     where status = 'FAILED' returning id`,
  )
  const { body: first } = await call('GET', `/webhooks/deliveries/${failed?.id}`)
  const page = await open(`${at}/deliveries?zone=utc`)
  t.match(page.text, `${receiver.url}/hook`)
  t.match(page.text, /In the last three days, 1 delivery failed/)
  const fields = fieldsOf(page, '/recover')
  t.equal(fields.since, first.createdAt.slice(0, 16), 'since the first failure')
  const wrong = { since: 'soon', until: '2026-05-01T09:00' }
  const bad = await send(`${at}/webhooks/${hook.id}/recover`, { ...fields, ...wrong })
  t.match(fieldsOf(bad, '/recover'), wrong, 'input is kept')
  t.equal(bad.status, 400)
  t.match(bad.text, `id="since-${hook.id}-problem">Enter a valid date and time.`)
  const skipped = { since: '2026-03-08T01:30', until: '2026-03-08T02:30' }
  const spring = await send(`${at}/webhooks/${hook.id}/recover`, { ...fields, ...skipped })
  t.match(spring, { status: 400, text: `id="until-${hook.id}-problem">This time doesn` })
  receiver.fallback(status(200))
  const sent = await send(`${at}/webhooks/${hook.id}/recover?zone=utc`, fields)
  t.equal(sent.status, 303)
  t.match((await open(sent.location ?? '')).text, '1 delivery is on the way.')
  await fixture.settled()
  t.notMatch((await open(`${at}/deliveries`)).text, 'did not reach it')
})

t.test("the list's filters are in its URL [c12-developers, c12-deliveries]", async (t) => {
  const { body } = await call('GET', `/webhooks/deliveries?event=PROJECT_CREATED`)
  const [{ id, eventId }] = body.data
  for (const [query, count] of [
    [`event=PROJECT_CREATED`, 1],
    [`eventId=${eventId}`, 1],
    [`projectId=${project.id}`, 2],
    [`subscriptionId=${hook.id}&responseStatus=5xx`, 0],
    ['until=2026-01-01T00:00', 0],
    ['since=2026-01-01T00:00&zone=utc', 2],
  ] as const) {
    t.equal(rowsIn((await open(`${at}/deliveries?${query}`)).text).length, count, query)
  }
  for (const [text, query] of [
    [id, `delivery=${id}`],
    [eventId, `eventId=${eventId}`],
    [project.id, `projectId=${project.id}`],
  ]) {
    t.equal((await open(`${at}/deliveries?find=${text}`)).location, `${at}/deliveries?${query}`)
  }
  const unknown = await open(`${at}/deliveries?find=<b>`)
  t.equal(unknown.status, 404)
  t.match(unknown.text, 'Nothing matches the ID &lt;b&gt;.')
  const bad = await open(`${at}/deliveries?since=soon`)
  t.equal(bad.status, 400)
  t.match(bad.text, '“soon” isn&#39;t a valid date and time.')
  const skipped = await open(`${at}/deliveries?since=2026-03-08T02:30`)
  t.match(skipped, { status: 400, text: '“2026-03-08T02:30” doesn&#39;t exist' })
  t.equal((await open(`${at}/deliveries?delivery=${org.organizationId}`)).status, 404)
  t.match((await open(`${at}/deliveries`)).text, 'Times are in Pacific Time.')
  t.match((await open(`${at}/deliveries?zone=utc`)).text, 'Times are in UTC.')
})

t.test('a webhook is added, shows its secret once, and can be tested [c12-webhooks]', async (t) => {
  const form = await open(`${at}/webhooks/new`)
  const url = `${receiver.url}/second`
  const fields = { ...fieldsOf(form, '/webhooks'), url, events: 'PROJECT_CREATED' }
  const bad = await send(`${at}/webhooks`, { ...fields, url: 'not a url', 'idempotency-key': '' })
  t.equal(bad.status, 400)
  t.match(bad.text, 'value="not a url"', "the person's input is kept")
  const browser = await session()
  const made = await browser.send(`${at}/webhooks`, fields)
  t.equal(made.status, 200)
  const [secret = ''] = /whsec_[\w+/=]+/.exec(made.text) ?? []
  const id = /webhooks\/([0-9a-f-]{36})"/.exec(made.text)?.[1] ?? ''
  const twice = await browser.send(`${at}/webhooks`, fields)
  t.equal(twice.status, 409)
  t.match(twice.text, /This form was already sent[^<]*<a href="[^"]*\/webhooks">Back to the list/)
  t.notMatch(twice.text, secret, 'it is shown once')
  const page = await open(`${at}/webhooks/${id}`)
  t.match(page.text, url)
  t.notMatch(page.text, secret)
  const test = await send(`${at}/webhooks/${id}/test`, fieldsOf(page, '/test'))
  t.match(test.location, `${at}/webhooks/${id}?test=`)
  await fixture.settled()
  const result = await open(test.location ?? '')
  t.match(result.text, 'The test reached the receiver.')
  t.match(result.text, /<span class="said">200<\/span> · \d+ ms/)
  t.match(result.text, 'Attempts in the last 24 hours: 1 succeeded, 0 failed.')
})

t.test(
  'a webhook is changed, switched off and on, given a new secret, and deleted [c12-webhooks]',
  async (t) => {
    const path = `${at}/webhooks/${hook.id}`
    const page = await open(path)
    const fields = fieldsOf(page, '/change')
    await call('PATCH', `/webhooks/subscriptions/${hook.id}`, { events: ['PROJECT_DELIVERED'] })
    const slower = await send(`${path}/change`, { ...fields, events: 'INVOICE_PAID' })
    t.equal(slower.status, 412)
    t.match(slower.text, /INVOICE_PAID.*PROJECT_DELIVERED/s, 'both values are shown')
    const saved = await send(`${path}/change`, fieldsOf(slower, 'change'))
    t.match((await open(saved.location ?? '')).text, 'Saved.')
    const off = await send(`${path}/off`, fieldsOf(await open(path), '/off'))
    const isOff = await open(off.location ?? '')
    t.match(isOff.text, 'Webhook turned off.')
    t.notMatch(isOff.text, 'Send test')
    t.equal((await send(`${path}/test`, {})).status, 409)
    await send(`${path}/on`, fieldsOf(isOff, '/on'))
    const rotation = { ...fieldsOf(await open(path), '/rotate'), overlap: '3600' }
    const rotated = await send(`${path}/rotate`, rotation)
    t.match(rotated.text, /whsec_/)
    const overlap = /Both secrets are valid until .*data-until="/
    t.match(rotated.text, overlap)
    t.match((await open(path)).text, overlap, 'another session sees it too')
    const again = await send(`${path}/rotate`, rotation)
    t.equal(again.status, 412, 'not a second secret')
    t.match(
      again.text,
      /Replace the secret\?[\s\S]*that new secret will stop working[\s\S]*>Replace secret</,
    )
    const gone = await send(`${path}/delete`, fieldsOf(await open(path), '/delete'))
    t.match((await open(gone.location ?? '')).text, 'Webhook deleted.')
    t.equal((await open(path)).status, 404)
  },
)

t.test('an empty log and one without matches say so [c12-events]', async (t) => {
  const other = await api.createOrg()
  const browser = await browserOf(api, other)
  const path = `/app/${other.organizationId}/developers/events`
  t.match((await browser.open(path)).text, 'Nothing happened yet.')
  t.match((await browser.open(`${path}?event=PROJECT_CREATED`)).text, 'No events match.')
})

t.test(
  'the pages are open only to roles that may call their operations [c12-developers]',
  async (t) => {
    for (const role of ROLES) {
      const browser = await browserOf(api, await api.createMember(org, role))
      const isAllowed = role === 'ADMIN' || role === 'MANAGER'
      for (const page of ['deliveries', 'webhooks', 'keys', 'events', 'requests']) {
        const { status, text } = await browser.open(`${at}/${page}`)
        t.equal(status, isAllowed ? 200 : 403, `${role}: ${page}`)
        t.equal(text.includes('/developers"'), isAllowed)
      }
    }
  },
)

t.test('every link on the pages works', async (t) => {
  const { body } = await call('GET', '/webhooks/deliveries?limit=1')
  const { body: keys } = await call('GET', '/api-keys')
  const seen = new Set<string>()
  for (const page of [
    `deliveries?delivery=${body.data[0].id}`,
    'webhooks',
    `webhooks/${body.data[0].subscriptionId}`,
    `keys/${keys.data[0].id}`,
    'keys',
    'requests',
  ]) {
    const { status, text } = await open(`${at}/${page}`)
    t.equal(status, 200, page)
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"#]+)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), `${api.url}${at}/${page}`)
      if (url.origin === api.url) seen.add(url.pathname + url.search)
    }
  }
  for (const address of seen) {
    t.ok([200, 303].includes((await open(address)).status), address)
  }
})
