// docs/contract.md#c12-deliveries: a webhook delivery with a timeline of attempts and highlighted JSON.

import { brotliCompressSync } from 'node:zlib'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

/** Compressed HTML of a staff page. */
const MAX_BYTES = 36_864

const fixture = await openFixture(t)
const api = await testApp(t, { databaseUrl: fixture.databaseUrl, trustProxy: true })
await fixture.dispatch({ retryDelaysMs: [10, 3_600_000] })
const { org, call, deliver } = await deliveringStudio(api)
const manager = await api.createMember(org, 'MANAGER')
const open = async (path: string) => (await browserOf(api, manager)).open(path)
const receiver = await startReceiver({ fallback: status(500) })
t.teardown(() => receiver.close())
const { body: hook } = await call('POST', '/webhooks/subscriptions', {
  url: `${receiver.url}/hook`,
  events: ['PROJECT_CREATED', 'PROJECT_DELIVERED'],
})

/** The delivery page of an event after two attempts. */
async function triedTwice(event: string): Promise<string> {
  const list = `/webhooks/deliveries?subscriptionId=${hook.id}&event=${event}&limit=1`
  const find = async () => (await call('GET', list)).body.data[0]
  await eventually('two attempts were made', async () => (await find())?.attempts === 2)
  return `/app/${org.organizationId}/developers/deliveries?delivery=${(await find()).id}`
}

const hrefIn = (text: string, label: string) => {
  const [, href = ''] = new RegExp(`href="([^"]*)"[^>]*>${label}`).exec(text) ?? []
  const { pathname, search } = new URL(href.replaceAll('&amp;', '&'), `${api.url}/app/x/y/z`)
  return pathname + search
}
const preIn = (text: string, label: string) =>
  new RegExp(`<pre [^>]*aria-label="${label}">(.*?)</pre>`, 's').exec(text)?.[1] ?? ''
const plain = (code: string) =>
  code
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

t.test('attempts are a timeline, ending with the next one [c12-deliveries]', async (t) => {
  receiver.script(status(503, { body: '{"busy":true,"for":"<all>"}' }), status(500))
  await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  const path = await triedTwice('PROJECT_CREATED')
  const { text } = await open(path)
  const points = /<ol class="timeline">(.*?)<\/ol>/s.exec(text)?.[1]?.split('<li ').slice(1) ?? []
  const [next, second, first] = points.map(plain)
  t.equal(points.length, 3)
  t.match(next, /^class="next">Attempt 3 · in (?:59 min \d+ s|1 h)\s/)
  t.match(second, /Attempt 2 · 500 · \d+ ms/)
  t.notMatch(second, 'next attempt after')
  t.match(first, /Attempt 1 · 503 · \d+ ms\s.*[AP]M · next after \d+ m?s/s)
  t.match(first, '{"busy":true,"for":"<all>"}')
  t.match(text, /<h3>Last response<\/h3>\s*<p><span class="said">500<\/span>/)
  const chosen = await open(hrefIn(text, '<b>Attempt 1<'))
  t.match(chosen.text, 'Response to attempt 1')
  t.match(chosen.text, '>Service Unavailable<')
  t.equal(
    preIn(chosen.text, 'Response to attempt 1'),
    '{<b>&quot;busy&quot;</b>:<var>true</var>,<b>&quot;for&quot;</b>:<i>&quot;&lt;all&gt;&quot;</i>}',
  )
})

t.test('ids have a copy button [c12-deliveries]', async (t) => {
  const { text } = await open(await triedTwice('PROJECT_CREATED'))
  for (const id of ['delivery-id', 'event-id']) {
    t.match(text, new RegExp(`<code id="${id}">[0-9a-f-]{36}</code>`))
    t.match(text, new RegExp(`<button [^>]*aria-label="Copy the ID of the [^>]*data-copy="${id}"`))
  }
})

t.test(
  'an untrusted payload is escaped and highlighted, and shown in part until expanded [c12-deliveries]',
  async (t) => {
    // Random letters, which don't compress, and quotes that might confuse a tokenizer.
    const letter = () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))
    const letters = (count: number) => Array.from({ length: count }, letter).join('')
    const question = '"\\"</pre><script>alert(1)</script>'
    const sent = Array.from({ length: 5 }, () => ({ question, answer: letters(2_000) }))
    receiver.fallback(status(503, { body: Buffer.from(`{"${letters(2_000)}`) }))
    const booked = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
      bookingAnswers: sent,
      notes: letters(5_000),
    })
    t.equal(booked.status, 201, JSON.stringify(booked.body))
    const path = await triedTwice('PROJECT_CREATED')
    const { text } = await open(path)
    const bytes = brotliCompressSync(text).length
    t.ok(bytes <= MAX_BYTES, `${bytes} bytes`)
    t.notMatch(text, '<script>alert')
    const beginning = plain(preIn(text, 'Payload'))
    t.match(beginning, /^\{\n {2}"id": "[0-9a-f-]{36}",\n/)
    t.match(beginning, /\n…$/)
    t.match(text, 'Show the whole payload to get the command.')
    const whole = await open(hrefIn(text, 'Show all \\d+'))
    const payload = JSON.parse(plain(preIn(whole.text, 'Payload')))
    t.strictSame(payload.data.project.bookingAnswers, sent, 'no character is lost')
    t.match(whole.text, '<textarea id="command"')
  },
)

t.test('tokens are hidden everywhere on the page [c12-developers]', async (t) => {
  const { token } = await deliver()
  const path = await triedTwice('PROJECT_DELIVERED')
  const { text } = await open(`${path}&attempt=1&payload=whole`)
  t.notMatch(text, token)
  const shown = await open(hrefIn(text, 'Show the token'))
  t.match(plain(preIn(shown.text, 'Payload')), token)
  t.match(shown.text, 'Response to attempt 1', 'the rest is unchanged')
})
