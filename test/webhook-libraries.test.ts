// docs/api.md says that Stripe's library verifies webhooks, and Standard Webhooks libraries those of a subscription with
// their headers. This test runs that page's programs.

import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import t from 'tap'
import { readDocument } from './docs/document.ts'

type Verified = (rawBody: Buffer, headers: object, secret: string) => { id: string; event: string }

const ROOT = new URL('../', import.meta.url)

const stripe = await documented('verify-with-stripe.mjs', 'stripe')
const standard = await documented('verify-with-standard-webhooks.mjs', 'standardwebhooks')
const fixture = await openFixture(t)
const service = await testApp(t, { databaseUrl: fixture.databaseUrl })
const receiver = await startReceiver()
t.teardown(() => receiver.close())
const org = await service.createOrg()
const call = async (...request: Parameters<typeof org.call>) => (await org.call(...request)).body
const subscription = await call('POST', '/webhooks/subscriptions', {
  url: receiver.url,
  events: ['PROJECT_CREATED'],
})
const path = `/webhooks/subscriptions/${subscription.id}`
await fixture.dispatch()

/** Books a project and returns the received webhook. */
async function posted() {
  const count = receiver.requests.length + 1
  await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z', notes: 'Zürich' })
  return receiver.waitFor(count)
}

t.test('Stripe’s library accepts a webhook, and refuses another body or secret', async (t) => {
  const { body, headers } = await posted()
  const event = stripe(body, headers, subscription.secret)
  t.match(event, { id: headers['x-webhook-id'], event: 'PROJECT_CREATED' })
  const other = Buffer.from(body.toString().replace('Zürich', 'Zurich'))
  t.throws(() => stripe(other, headers, subscription.secret), /signature/i)
  t.throws(() => stripe(body, headers, `${subscription.secret}x`), /signature/i)
})

t.test(
  'Standard Webhooks libraries refuse webhooks of a subscription without standardWebhooks',
  async (t) => {
    const { body, headers } = await posted()
    t.throws(() => standard(body, headers, subscription.secret), /headers/i)
  },
)

t.test(
  'with standardWebhooks, the library accepts a webhook, and refuses another body [c16-standard-webhooks]',
  async (t) => {
    await call('PATCH', path, { standardWebhooks: true })
    const { body, headers } = await posted()
    const event = standard(body, headers, subscription.secret)
    t.match(event, { id: headers['webhook-id'], event: 'PROJECT_CREATED' })
    const other = Buffer.from(body.toString().replace('Zürich', 'Zurich'))
    t.throws(() => standard(other, headers, subscription.secret), /signature/i)
  },
)

t.test('after rotate-secret both the new and the old secret verify', async (t) => {
  const { secret } = await call('POST', `${path}/rotate-secret`)
  const { body, headers } = await posted()
  for (const verified of [stripe, standard]) {
    for (const each of [secret, subscription.secret]) {
      t.match(verified(body, headers, each), { event: 'PROJECT_CREATED' })
    }
  }
  const last = await call('POST', `${path}/rotate-secret`, { overlapSeconds: 0 })
  const after = await posted()
  for (const verified of [stripe, standard]) {
    t.match(verified(after.body, after.headers, last.secret), { event: 'PROJECT_CREATED' })
    t.throws(() => verified(after.body, after.headers, secret), /signature/i)
  }
})

t.test('the OpenAPI document names every webhook header that is sent', async (t) => {
  const { headers } = await posted()
  const sent = Object.keys(headers).filter((name) => name.includes('webhook'))
  const { webhooks } = service.app.openApi() as unknown as Webhooks
  const documentedNames = webhooks.PROJECT_CREATED.post.parameters.map(({ name }) =>
    name.toLowerCase(),
  )
  t.strictSame(documentedNames.toSorted(), sent.toSorted())
})

interface Webhooks {
  webhooks: Record<'PROJECT_CREATED', { post: { parameters: { name: string }[] } }>
}

/** The function `verified` of a program in docs/api.md, loaded in a folder with only `library` installed. */
async function documented(filename: string, library: string): Promise<Verified> {
  const { blocks } = await readDocument('docs/api.md')
  const block = blocks.find((each) => each.filename === filename)
  if (!block) throw new Error(`docs/api.md has no ${filename}`)
  const folder = await scratchFolder(t)
  await mkdir(join(folder, 'node_modules'))
  const installed = await realpath(new URL(`node_modules/${library}`, ROOT))
  await symlink(installed, join(folder, 'node_modules', library))
  await writeFile(join(folder, filename), block.text)
  const { verified } = await import(pathToFileURL(join(folder, filename)).href)
  return verified
}
