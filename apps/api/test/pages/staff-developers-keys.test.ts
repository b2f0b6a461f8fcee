// docs/contract.md#c12-keys docs/contract.md#c12-events docs/contract.md#c12-requests: the developers' pages for API
// keys, events and requests.

import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

const keyWindows = [{ limit: 100, spanMs: 3_600_000 }]
const api = await testApp(t, { trustProxy: true, requestLogSample: 1, keyWindows })
const { org, call, deliver } = await deliveringStudio(api)
const at = `/app/${org.organizationId}/developers`
const manager = await api.createMember(org, 'MANAGER')
const sessionOf = () => browserOf(api, manager)
/** A separate session each: one is limited to 50 calls a second. */
const open = async (path: string) => (await sessionOf()).open(path)
const keyIn = (text: string) => /mjk_\w+/.exec(text.replaceAll(/mjk_\w+\.{3}/g, ''))?.[0] ?? ''

t.test('a page names only the shortcuts that it has [c12-developers]', async (t) => {
  for (const page of ['keys', 'events', 'requests']) {
    const { text } = await open(`${at}/${page}`)
    t.match(text, 'j and k move through the list, Enter opens.', page)
  }
  t.match((await open(`${at}/deliveries`)).text, 'r retries the open delivery, / searches.')
})

t.test(
  'a key is created, shown once, replaced with an overlap, and revoked [c12-keys]',
  async (t) => {
    const browser = await sessionOf()
    const name = 'حديقة <b>'
    const form = fieldsOf(await browser.open(`${at}/keys/new`), '/keys')
    const bad = await browser.send(`${at}/keys`, { ...form, name, lastDay: '2020-01-01' })
    t.equal(bad.status, 400)
    t.match(
      bad.text,
      '<span class="alarm" id="lastDay-problem">Choose today or a later day.</span>',
    )
    const { scopes: _, ...without } = form
    const none = await browser.send(`${at}/keys`, { ...without, name })
    t.equal(none.status, 400)
    t.match(none.text, 'id="scopes-problem">Choose at least one scope.</span>')
    t.match(bad.text, 'حديقة &lt;b&gt;', "the person's input is kept")
    const fields = { ...fieldsOf(bad, '/keys'), name, scopes: 'WRITE', lastDay: '2099-12-31' }
    const made = await browser.send(`${at}/keys`, fields)
    const key = keyIn(made.text)
    t.equal((await call('GET', '/api-keys/current', undefined, key)).body.scopes.join(), 'WRITE')
    t.match(made.text, `x-api-key: ${key}`, 'a command that works now')
    const twice = await browser.send(`${at}/keys`, fields)
    t.equal(twice.status, 409)
    t.notMatch(twice.text, key)
    const [, id = ''] = /keys\/([0-9a-f-]{36})"/.exec(made.text) ?? []
    const page = await open(`${at}/keys/${id}`)
    t.notMatch(page.text, key)
    t.match(page.text, '1 of 100 calls in 3600 seconds')
    t.match(page.text, 'Read, add and change them')
    const rotation = { ...fieldsOf(page, '/rotate'), overlap: '3600' }
    const rotated = await browser.send(`${at}/keys/${id}/rotate`, rotation)
    const second = keyIn(rotated.text)
    t.match(rotated.text, /The old key works until .*data-until="/)
    t.equal((await call('GET', '/api-keys/current', undefined, second)).status, 200)
    t.equal((await browser.send(`${at}/keys/${id}/rotate`, rotation)).status, 409)
    const old = await open(`${at}/keys/${id}`)
    t.match(old.text, 'Ends soon')
    t.match(old.text, 'the next key')
    const { prefix } = (await call('GET', '/api-keys')).body.data.find(
      (each: { id: string }) => each.id === id,
    )
    const mistyped = await browser.send(`${at}/keys/${id}/revoke`, { prefix: 'mjk_' })
    t.equal(mistyped.status, 400)
    t.equal((await call('GET', '/api-keys/current', undefined, key)).status, 200, 'it still works')
    const revoked = await browser.send(`${at}/keys/${id}/revoke`, { prefix })
    t.match((await open(revoked.location ?? '')).text, 'Key revoked.')
    t.equal((await call('GET', '/api-keys/current', undefined, key)).status, 401)
    t.match((await open(`${at}/keys`)).text, /Revoked.*حديقة &lt;b&gt;/s)
    t.equal((await open(`${at}/keys/${org.organizationId}`)).status, 404)
  },
)

t.test(
  'a mistyped prefix is explained next to its field, in the open menu [c12-record-forms, c12-keys]',
  async (t) => {
    const { id } = (await call('POST', '/api-keys', { name: 'CRM', scopes: ['READ'] })).body
    const { text } = await (await sessionOf()).send(`${at}/keys/${id}/revoke`, { prefix: 'mjk_' })
    t.match(text, /<details class="menu" open><summary>Revoke…/)
    t.match(text, /id="prefix-problem">Not revoked: type mjk_\w{8} exactly\.</)
    t.match(
      text,
      /<input(?=[^>]* id="prefix")(?=[^>]* value="mjk_")(?=[^>]* autofocus)/,
      'in view on a phone',
    )
  },
)

t.test(
  'an event links to its deliveries and its job, and hides its token [c12-events]',
  async (t) => {
    const { project, token } = await deliver({ addressLine1: '48 Alder Ridge Road' })
    const list = await open(`${at}/events?event=PROJECT_DELIVERED&projectId=${project.id}`)
    const [, id = ''] = /opened=([0-9a-f-]{36})/.exec(list.text) ?? []
    t.equal(list.text.match(/<span class="what">PROJECT_DELIVERED/g)?.length, 1)
    const path = `${at}/events?opened=${id}`
    const { text } = await open(path)
    t.match(text, `deliveries?eventId=${id}`)
    t.match(text, `projects/${project.id}`)
    t.match(text, '48 Alder Ridge Road')
    t.notMatch(text, token)
    t.match((await open(`${path}&tokens=show`)).text, token)
    t.equal((await open(`${at}/events?opened=${project.id}`)).status, 404)
  },
)

t.test(
  'errors are grouped above the log, and each group links to its calls [c12-requests]',
  async (t) => {
    for (let i = 0; i < 3; i++) await call('GET', '/customers/none')
    await call('GET', '/invoices?limit=0')
    const page = await eventually('the calls are in the log', async () => {
      const { text } = await open(`${at}/requests`)
      return text.includes('GET /invoices') && text.includes('3 times') && text
    })
    const group =
      /href="([^"]*)"><span class="mark failed">404<\/span> <span class="what">GET \/customers\/\{id\}/
    const [, href = ''] = group.exec(page) ?? []
    t.ok(page.indexOf('id="errors"') < page.indexOf('id="log"'))
    const url = new URL(href.replaceAll('&amp;', '&'), `${api.url}${at}/requests`)
    const { text } = await open(url.pathname + url.search)
    t.equal(text.match(/<li><span class="mark failed">404/g)?.length, 3)
    t.notMatch(text, 'id="errors"')
    t.match(text, /with .*Request ID/s)
    const own = await open(`${at}/requests?status=2XX&userId=${manager.userId}`)
    t.match(own.text, 'GET /api-keys/current', "the pages' calls are logged as successes")
    const bad = await open(`${at}/requests?code=nonsense`)
    t.equal(bad.status, 400)
    t.match(bad.text, 'value="nonsense"')
  },
)
