// docs/contract.md#c12-event-types: reference pages for integrators.

import { brotliCompressSync } from 'node:zlib'
import { EVENT_NAMES, EVENTS, ROLES, TEST_EVENT } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { type Document, type Reference, resolved } from '@mediajobs/testing/api/document'
import { schemaProblems } from '@mediajobs/testing/api/documented-responses'
import { addressesOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

/** Compressed HTML of a staff page. */
const MAX_BYTES = 36_864

const api = await testApp(t, { trustProxy: true })
const document = api.app.openApi() as unknown as Document
const org = await api.createOrg()
const at = `/app/${org.organizationId}/developers`
const manager = await api.createMember(org, 'MANAGER')
const open = async (path: string) => (await browserOf(api, manager)).open(`${at}/${path}`)

const sectionIn = (text: string, event: string) =>
  new RegExp(`<section class="type" id="${event}".*?</section>`, 's').exec(text)?.[0] ?? ''
const plain = (code: string) => code.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')

t.test(
  'each event has its meaning, causes, fields and a valid example [c12-event-types]',
  async (t) => {
    const { status, text } = await open('events/types')
    t.equal(status, 200)
    t.ok(brotliCompressSync(text).length <= MAX_BYTES)
    for (const event of [...EVENT_NAMES, TEST_EVENT] as const) {
      const section = sectionIn(text, event)
      if (event !== TEST_EVENT) t.match(section, EVENTS[event].sentence)
      const { schema } =
        document.webhooks[event]?.post.requestBody?.content['application/json'] ?? {}
      const [, pointer] = resolved(document, schema as Reference, '')
      const [, json = ''] = /<pre [^>]*>(.*?)<\/pre>/s.exec(section) ?? []
      const example = JSON.parse(plain(json))
      t.strictSame([...schemaProblems(document, pointer, example)], [], `the example of ${event}`)
      const names = [
        ...Object.keys(example),
        ...Object.keys(example.data).map((name) => `data.${name}`),
      ].filter((name) => name !== 'data')
      const rows = [...section.matchAll(/<th scope="row"><code>(.*?)<\/code>/g)]
      t.strictSame(
        rows.map(([, name]) => name),
        names,
        `the fields of ${event}`,
      )
    }
    for (const [event, operation] of [
      ['PROJECT_CREATED', 'POST /projects/create'],
      ['PROJECT_DELIVERED', 'PATCH /projects/{id}/status'],
      ['DELIVERY_APPROVED', 'POST /deliveries/{token}/approve'],
      ['WEBHOOK_TEST', 'POST /webhooks/subscriptions/{id}/test'],
    ] as const) {
      t.match(sectionIn(text, event), `<code>${operation}</code>`)
    }
    t.match(
      plain(sectionIn(text, 'PROJECT_STATUS_CHANGED')),
      /"fromStatus": "PENDING",\s+"toStatus": "BOOKED"/,
    )
    t.notMatch(sectionIn(text, 'WEBHOOK_DISABLED'), 'Fired by', 'fired by the service itself')
    t.match(sectionIn(text, 'PROJECT_CREATED'), 'Key under the mat', 'with the values of examples')
  },
)

t.test('each record name links to its fields [c12-event-types]', async (t) => {
  const page = await open('events/types')
  const names = addressesOf(page).links.flatMap((href) => /^#(\w+)$/.exec(href)?.[1] ?? [])
  t.ok(names.includes('Project') && names.includes('InvoiceStatus'), names.join())
  for (const name of new Set(names)) t.match(page.text, ` id="${name}"`)
})

t.test(
  'webhook forms, deliveries and events link there [c12-event-types, c12-webhooks]',
  async (t) => {
    for (const path of ['webhooks/new', 'deliveries', 'events']) {
      const { text } = await open(path)
      t.match(text, /<a [^>]*href="[^"]*\/developers\/events\/types"/, path)
    }
  },
)

t.test('only roles with access to the event log can open it [c12-developers]', async (t) => {
  for (const role of ROLES) {
    const browser = await browserOf(api, await api.createMember(org, role))
    const { status } = await browser.open(`${at}/events/types`)
    t.equal(status, role === 'ADMIN' || role === 'MANAGER' ? 200 : 403, role)
  }
})
