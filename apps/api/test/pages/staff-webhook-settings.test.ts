// docs/contract.md#c16 on the developers' pages: every webhook setting can be set, shown and changed.

import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { valuesOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { whyNoPrograms } from '@mediajobs/testing/programs'
import t from 'tap'

const fixture = await openFixture(t)
const api = await testApp(t, { databaseUrl: fixture.databaseUrl, trustProxy: true })
await fixture.dispatch()
const { org, call, deliver } = await deliveringStudio(api)
const at = `/app/${org.organizationId}/developers`
const receiver = await startReceiver()
t.teardown(() => receiver.close())
const { body: customer } = await call('POST', '/customers', {
  name: 'Ann <b>Alder</b>',
  email: 'ann@alder.test',
})
const { project } = await deliver({ addressLine1: '48 Alder Ridge Road' })

const manager = await api.createMember(org, 'MANAGER')
const open = async (path: string) => (await browserOf(api, manager)).open(path)

/** Sends a form whose fields may have several values. */
async function send(path: string, fields: Record<string, string | readonly string[]>) {
  const token = await manager.token()
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((each): [string, string] => [name, each]),
    ),
  )
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
      cookie: `__Host-session=${token}`,
    },
    body,
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, text, location: response.headers.get('location') }
}

let made = 0
async function subscribe(settings: object = {}) {
  made += 1
  const url = `${receiver.url}/${made}`
  const { body } = await call('POST', '/webhooks/subscriptions', {
    ...{ url, events: ['PROJECT_STATUS_CHANGED'], ...settings },
  })
  const read = async () => (await call('GET', `/webhooks/subscriptions/${body.id}`)).body
  const page = `${at}/webhooks/${body.id}`
  return { id: body.id as string, secret: body.secret as string, url, page, read }
}

const SETTINGS = {
  description: 'Accounting & <b>billing</b>',
  metadata: { team: 'money' },
  headers: { Authorization: 'Bearer of-tests' },
  maxPerSecond: 5,
  standardWebhooks: true,
}

t.test(
  'a webhook is added with all settings, shown on its page and in the list [c12-webhooks]',
  async (t) => {
    const form = await open(`${at}/webhooks/new`)
    const { status, text } = await send(`${at}/webhooks`, {
      ...valuesOf(form, '/webhooks'),
      url: `${receiver.url}/new`,
      events: ['PROJECT_CREATED', 'PROJECT_STATUS_CHANGED'],
      description: SETTINGS.description,
      toStatuses: ['CANCELLED', 'DELIVERED'],
      'find-projectIds': project.id,
      'find-customerIds': customer.id.toUpperCase(),
      maxPerSecond: '5',
      standardWebhooks: 'yes',
      'header-name': ['Authorization', ''],
      'header-value': ['Bearer of-tests', ''],
      'metadata-name': ['team', '', 'empty'],
      'metadata-value': ['money', '', ''],
    })
    t.equal(status, 200)
    const id = /webhooks\/([0-9a-f-]{36})"/.exec(text)?.[1] ?? ''
    const { body } = await call('GET', `/webhooks/subscriptions/${id}`)
    t.match(body, {
      description: SETTINGS.description,
      metadata: { team: 'money', empty: '' },
      headers: { Authorization: '********' },
      filter: {
        projectIds: [project.id],
        customerIds: [customer.id],
        toStatuses: ['DELIVERED', 'CANCELLED'],
      },
      maxPerSecond: 5,
      standardWebhooks: true,
    })
    const page = await open(`${at}/webhooks/${id}`)
    for (const shown of [
      'Accounting &amp; &lt;b&gt;billing&lt;/b&gt;',
      '<span class="line" dir="auto">48 Alder Ridge Road',
      '<span class="line" dir="auto">Ann &lt;b&gt;Alder&lt;/b&gt;, ann@alder.test',
      '<span class="line" dir="auto">Canceled',
      '<span class="line" dir="auto">Authorization: ********',
      '<span class="line" dir="auto">team: money',
      '<dt>Maximum webhooks per second</dt><dd dir="auto">5</dd>',
      '<dt>Standard Webhooks</dt><dd dir="auto">On</dd>',
    ]) {
      t.match(page.text, shown)
    }
    t.notMatch(page.text, 'of-tests')
    t.match((await open(`${at}/webhooks`)).text, 'Accounting &amp; &lt;b&gt;billing')
    const list = (await open(`${at}/deliveries`)).text
    t.match(list, `${receiver.url}/new (Accounting &amp;`)
  },
)

t.test(
  'a webhook needs three fields; the others are collapsed unless one is set or refused [c12-webhooks]',
  async (t) => {
    const folded = /<details class="menu" id="more"><summary>More settings/
    const opened = /<details class="menu" id="more" open>/
    const form = await open(`${at}/webhooks/new`)
    const [above = '', below = ''] = form.text.split(folded)
    const names = (part: string) => new Set(part.match(/(?<= name=")(?!if-|idem|show)[\w-]+/g))
    t.strictSame(
      [...names(above.slice(above.indexOf('class="narrow settings"')))],
      ['url', 'events', 'description'],
    )
    for (const name of ['maxPerSecond', 'toStatuses', 'header-name', 'metadata-name']) {
      t.ok(names(below).has(name), name)
    }
    const valid = { ...valuesOf(form, '/webhooks'), url: receiver.url, events: 'INVOICE_PAID' }
    for (const [fields, state] of [
      [{ url: 'none' }, folded],
      [{ maxPerSecond: 'many' }, opened],
      [{ maxPerSecond: '1000' }, opened],
      [{ 'header-name': 'Host', 'header-value': 'a' }, opened],
      [{ 'find-projectIds': 'Alder' }, opened],
    ] as const) {
      const { text } = await send(`${at}/webhooks`, { ...valid, 'idempotency-key': '', ...fields })
      t.match(text, state, JSON.stringify(fields))
    }
    const { page } = await subscribe()
    t.match((await open(page)).text, folded)
    const { page: changed } = await subscribe({ standardWebhooks: true })
    t.match((await open(changed)).text, opened)
  },
)

t.test('saving an unchanged form changes nothing [c12-webhooks]', async (t) => {
  const { page, read } = await subscribe({
    ...SETTINGS,
    filter: { customerIds: [customer.id], toStatuses: ['DELIVERED'] },
  })
  const before = await read()
  t.equal((await send(`${page}/change`, valuesOf(await open(page), '/change'))).status, 303)
  t.same(await read(), before)
})

t.test(
  'a stored header keeps its value, gets a new one, or is removed [c12-webhooks]',
  async (t) => {
    const headers = { 'X-Kept': 'kept', 'X-New': 'old', 'X-Gone': 'gone' }
    const { id, page, read } = await subscribe({ headers })
    const { status } = await send(`${page}/change`, {
      ...valuesOf(await open(page), '/change'),
      'stored-header-name': ['X-Kept', 'X-New', 'X-Gone'],
      'stored-header-value': ['', 'new', ''],
      'removed-header': 'X-Gone',
      'header-name': 'X-Added',
      'header-value': 'added',
    })
    t.equal(status, 303)
    t.same(Object.keys((await read()).headers), ['X-Kept', 'X-New', 'X-Added'])
    const before = receiver.requests.length
    await call('POST', `/webhooks/subscriptions/${id}/test`)
    const sent = await receiver.waitFor(before + 1)
    t.match(sent.headers, { 'x-kept': 'kept', 'x-new': 'new', 'x-added': 'added' })
    t.notOk('x-gone' in sent.headers)
  },
)

t.test('an empty form clears the settings of a webhook [c12-webhooks]', async (t) => {
  const { page, read } = await subscribe({ ...SETTINGS, filter: { toStatuses: ['DELIVERED'] } })
  const fields = valuesOf(await open(page), '/change')
  const { toStatuses, standardWebhooks, ...rest } = fields
  t.match(
    { toStatuses, standardWebhooks },
    { toStatuses: ['DELIVERED'], standardWebhooks: ['yes'] },
  )
  await send(`${page}/change`, {
    ...rest,
    ...{ description: ' ', maxPerSecond: '', 'metadata-name': '', 'metadata-value': '' },
    'removed-header': 'Authorization',
  })
  const cleared = { description: null, metadata: {}, headers: {}, filter: null }
  t.match(await read(), { ...cleared, maxPerSecond: null, standardWebhooks: false })
})

t.test(
  "a filter's jobs and customers are searched for, without losing input [c12-webhooks]",
  async (t) => {
    const { page, read } = await subscribe()
    const fields = valuesOf(await open(page), '/change')
    const written = {
      ...fields,
      description: 'half written',
      'find-projectIds': 'alder ridge',
      'find-customerIds': 'ann',
      'header-name': 'X-Team',
      'header-value': 'blue',
    }
    const found = await send(`${page}/change`, written)
    t.equal(found.status, 200)
    t.match(found.text, `name="projectIds" value="${project.id}"><span dir="auto">48 Alder Ridge`)
    t.match(found.text, `name="customerIds" value="${customer.id}"><span dir="auto">Ann &lt;b&gt;`)
    t.match(found.text, 'Nothing is saved yet.')
    t.match(found.text, '<details class="menu" open>')
    const kept = valuesOf(found, '/change')
    t.match(kept, { description: ['half written'], 'if-match': fields['if-match'] ?? [] })
    t.match(found.text, 'value="blue"')
    t.equal((await read()).description, null)
    t.equal(found.text.match(/name="header-name"/g)?.length, 10, 'with a row for each header')
    await send(`${page}/change`, { ...kept, projectIds: project.id })
    t.same((await read()).filter, { projectIds: [project.id] })

    const id = crypto.randomUUID()
    const unknown = await send(`${page}/change`, { ...written, 'find-projectIds': id })
    t.match(unknown.text, /These IDs weren&#39;t found\..*value="[0-9a-f-]{36}" maxlength/s)
    const short = await send(`${page}/change`, { ...written, 'find-projectIds': 'a' })
    t.match([short.status, short.text], [200, /<p role="status">q /])
  },
)

t.test('a refused setting is explained, and the form keeps its input [c12-webhooks]', async (t) => {
  const { page, read } = await subscribe()
  const fields = valuesOf(await open(page), '/change')
  for (const [wrong, sentence] of [
    [{ maxPerSecond: 'many' }, 'Enter a whole number from 1 to 100'],
    [{ maxPerSecond: '101' }, 'Enter a whole number from 1 to 100'],
    [{ events: [] }, 'Choose at least one event.'],
    [{ 'header-name': 'Host', 'header-value': 'a' }, '>Host is set by the service'],
    [{ 'header-name': '', 'header-value': 'a' }, '>A value has no name.'],
    [
      { 'metadata-name': ['team', 'team'], 'metadata-value': ['a', 'b'] },
      '>“team” is listed twice.',
    ],
    [{ 'metadata-name': 'k'.repeat(41), 'metadata-value': '' }, 'keys of 1 to 40 characters'],
  ] as const) {
    const { status, text } = await send(`${page}/change`, {
      ...fields,
      ...wrong,
      description: 'kept input',
    })
    t.equal(status, 400, sentence)
    t.match(text, sentence)
    t.match(text, 'kept input')
  }
  const gone = await send(`${page}/change`, { ...fields, customerIds: crypto.randomUUID() })
  t.equal(gone.status, 404)
  t.match(gone.text, 'A selected job or customer no longer exists.')
  t.match(gone.text, /\(no longer exists\)/)
  t.equal((await read()).description, null)
})

t.test("a webhook's problems are told together, each at its field [c12-webhooks]", async (t) => {
  const count = async () =>
    (await call('GET', '/webhooks/subscriptions?limit=100')).body.data.length
  const before = await count()
  const bad = {
    url: 'ftp://receiver.test',
    maxPerSecond: 'many',
    'header-name': ['Host', 'X Team'],
    'header-value': ['a', 'b'],
    'metadata-name': ['team', 'team'],
    'metadata-value': ['a', 'b'],
  }
  const expectProblems = async (
    form: Parameters<typeof send>[1],
    problems: Record<string, string>,
  ) => {
    const { status, text } = await send(`${at}/webhooks`, form)
    t.equal(status, 400)
    t.match(text, 'Fix the marked fields')
    const told = [...text.matchAll(/id="(\w+)-problem"[^>]*>([^<]*)/g)]
    t.match(Object.fromEntries(told.map(([, field, problem]) => [field, problem])), problems)
    t.equal(told.length, Object.keys(problems).length)
  }
  await expectProblems(bad, {
    events: 'Choose at least one event.',
    maxPerSecond: 'Enter a whole number from 1 to 100.',
    metadata: '“team” is listed twice.',
  })
  const named = { 'metadata-name': 'k'.repeat(41), 'metadata-value': 'a' }
  await expectProblems(
    { ...bad, ...named, events: 'PROJECT_CREATED', maxPerSecond: '' },
    {
      url: 'Must begin with https://',
      headers:
        'Host is set by the service or by HTTP: choose another name. Must have valid HTTP names',
      metadata: 'keys of 1 to 40 characters',
    },
  )
  t.equal(await count(), before, 'nothing is saved')
})

t.test('concurrently changed settings show both values [c12-webhooks]', async (t) => {
  const { id, page, read } = await subscribe(SETTINGS)
  const fields = {
    ...valuesOf(await open(page), '/change'),
    description: 'Mine',
    'stored-header-value': 'Bearer of-others',
  }
  await call('PATCH', `/webhooks/subscriptions/${id}`, { description: 'Theirs', maxPerSecond: 9 })
  const asked = await send(`${page}/change`, fields)
  t.equal(asked.status, 412)
  t.match(asked.text, /Description: Mine.*Maximum webhooks per second: 5.*a new value/s)
  t.match(asked.text, /Description: Theirs.*Maximum webhooks per second: 9.*\*{8}/s)
  t.notMatch(asked.text, 'Metadata: team', 'unchanged fields are not listed')
  // A refused form doesn't pick up the change: the person hasn't seen it.
  const refused = await send(`${page}/change`, { ...fields, maxPerSecond: 'many' })
  const again = { ...valuesOf(refused, '/change'), maxPerSecond: '5' }
  t.equal((await send(`${page}/change`, again)).status, 412)
  t.equal((await send(`${page}/change`, valuesOf(asked, 'change'))).status, 303)
  t.match(await read(), { description: 'Mine', maxPerSecond: 5 })
})

t.test('missed events can be resent up to a given time [c12-deliveries]', async (t) => {
  const { id } = await subscribe()
  const path = `${at}/webhooks/${id}/recover?zone=utc`
  const sent = await send(path, { since: '2026-01-01T00:00', until: '2026-01-02T00:00' })
  t.equal(sent.status, 303)
  t.match(sent.location, /done=recovered/)
  for (const [until, sentence] of [
    ['2025-01-01T00:00', 'until must be later than since'],
    ['soon', 'Enter a valid date and time.'],
  ] as const) {
    const { status, text } = await send(path, { since: '2026-01-01T00:00', until })
    t.equal(status, 400)
    t.match(text, sentence)
  }
})

t.test(
  'deliveries can be filtered by the time of their last attempt [c12-deliveries]',
  async (t) => {
    const { id } = await subscribe()
    await call('POST', `/webhooks/subscriptions/${id}/test`)
    await fixture.settled()
    const rows = async (query: string) => {
      const { text } = await open(`${at}/deliveries?subscriptionId=${id}&zone=utc&${query}`)
      return text.match(/class="what">WEBHOOK_TEST/g)?.length ?? 0
    }
    t.equal(await rows('lastAttemptSince=2026-01-01T00:00'), 1)
    t.equal(await rows('lastAttemptUntil=2026-01-01T00:00'), 0)
    const page = await open(`${at}/deliveries?lastAttemptUntil=2026-01-01T00:00&zone=utc`)
    t.match(page.text, 'name="lastAttemptUntil" type="datetime-local" value="2026-01-01T00:00"')
    t.equal((await open(`${at}/deliveries?lastAttemptSince=soon`)).status, 400)
  },
)

t.test(
  'the copied command has the standard headers and takes custom values by name [c12-deliveries]',
  { skip: whyNoPrograms('curl', 'openssl') },
  async (t) => {
    const headers = { "X-It's`a`$HOME": 'of-tests', 'X-Team': 'of-tests' }
    const { id, secret } = await subscribe({ headers, standardWebhooks: true })
    const { body: test } = await call('POST', `/webhooks/subscriptions/${id}/test`)
    await fixture.settled()
    const { text } = await open(`${at}/deliveries?delivery=${test.id}`)
    t.notMatch(text, 'of-tests')
    t.match(text, 'HEADER_X_IT_S_A__HOME, HEADER_X_TEAM')
    const command = fieldsIn(text)
    const before = receiver.requests.length
    const env = {
      ...process.env,
      ...{ WEBHOOK_SECRET: secret, WEBHOOK_URL: `${receiver.url}/mine` },
      HEADER_X_IT_S_A__HOME: 'own "value"',
    }
    await promisify(execFile)('sh', ['-c', command], { env })
    const sent = await receiver.waitFor(before + 1)
    t.equal(sent.path, '/mine')
    t.equal(sent.headers["x-it's`a`$home"], 'own "value"')
    t.notOk('x-team' in sent.headers, "a header without a value isn't sent")
    const {
      'webhook-id': sentId,
      'webhook-timestamp': seconds,
      'webhook-signature': signed,
    } = sent.headers
    const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    t.equal(signed, `v1,${hmac.update(`${test.id}.${seconds}.${sent.body}`).digest('base64')}`)
    t.equal(sentId, test.id)
  },
)

function fieldsIn(text: string): string {
  const command = /<textarea id="command"[^>]*>\n(.*?)<\/textarea>/s.exec(text)?.[1] ?? ''
  return command
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

t.test('many events are shown as an expandable count, few by name [c12-webhooks]', async (t) => {
  const few = ['PROJECT_CREATED', 'PROJECT_DELIVERED']
  const many = [...few, 'PROJECT_ASSIGNED', 'INVOICE_SENT', 'INVOICE_PAID', 'CUSTOMER_CREATED']
  for (const [events, shown] of [
    [few, 'PROJECT_CREATED, PROJECT_DELIVERED'],
    [many, '<summary>6 events</summary>'],
  ] as const) {
    const url = `${receiver.url}/sends/${shown.length}`
    const { status, body: hook } = await call('POST', '/webhooks/subscriptions', { url, events })
    t.equal(status, 201, JSON.stringify(hook))
    for (const path of [`${at}/webhooks/${hook.id}`, `${at}/webhooks`]) {
      t.match((await open(path)).text, shown)
    }
  }
})
