// Tests every id in a documented body, at any depth, and the cursors of lists. Ids in paths and queries are tested by
// apps/api/test/foreign-ids.test.ts.
import { randomUUID } from 'node:crypto'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { requestPreviews } from '@mediajobs/operations/previews'
import { type TestResponse, testApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import {
  addressOf,
  type Document,
  type Found,
  type JsonSchema,
  type Operation,
  operationsOf,
  parametersOf,
  resolved,
} from '@mediajobs/testing/api/document'
import {
  examplesOf,
  exampleWith,
  kindOfField,
  withFreshTexts,
} from '@mediajobs/testing/api/examples'
import { furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import { put } from '@mediajobs/testing/api/studio'
import t from 'tap'

const fixture = await openFixture(t)
const service = await testApp(t, { databaseUrl: fixture.databaseUrl, sendsMail: true })
const document = service.app.openApi() as unknown as Document
const tenants = operationsOf(document).filter(({ operation }) =>
  operation.security.some((way) => 'apiKey' in way),
)
const own = await furnishedOrg(service)
const foreign = await furnishedOrg(service)

/** Body fields that need real values instead of the example's. */
const NEEDED: Record<string, () => Promise<object>> = {
  updateOrganization: async () => ({
    travelZones: [{ name: 'City', postalCodes: ['911'], feeAmount: 0, currency: 'USD' }],
  }),
  reorderMedia: async () => ({ mediaIds: await allMedia() }),
  requestProjectRevision: async () => {
    await own.call('POST', `/projects/${own.idOf('projects')}/deliver`, { force: true })
    return { items: [{ comment: 'Brighter' }] }
  },
  confirmUpload: () => uploaded('kitchen.jpg'),
  updateCustomerGroup: async () => ({
    prices: [{ offerId: own.idOf('packages'), priceAmount: 18_000 }],
  }),
  confirmUploads: async () => ({
    files: [{ size: 5, type: 'PHOTO', ...(await uploaded('a.jpg')) }],
  }),
}
// An invalid media list always gets the same 400.
const REFUSED: Record<string, number> = {
  'reorderMedia mediaIds[]': 400,
  'requestProjectRevision items[].mediaId': 400,
  'createArchive mediaIds[]': 400,
}
// Processed media: only those can be in an archive.
await requestPreviews(service.store.sql, { isRefused: false }, () => {})
await service.store.sql.query("update media_previews set state = 'NONE', crc32 = 1")
const IMPORT = 'importProjects'

async function uploaded(filename: string) {
  const file = { filename, contentType: 'image/jpeg', mediaType: 'PHOTO' }
  const { uploadUrl, key } = await own.make('/media/presign', {
    projectId: own.idOf('projects'),
    ...file,
  })
  await put(uploadUrl, 'bytes')
  // Each body replaces the same media item.
  await service.store.sql.query('update media set replaced_by_media_id = null')
  return { filename, key }
}

async function allMedia(): Promise<string[]> {
  const { body } = await own.call('GET', `/media/project/${own.idOf('projects')}`)
  return body.data.map(({ id }: { id: string }) => id)
}

const withIds = tenants.flatMap((found) =>
  idPathsOf(document, found.operation).map((path) => ({ found, path })),
)

async function bodyWith(found: Found, path: IdPath, id: string): Promise<unknown> {
  const [first = {}] = examplesOf(found.operation)
  const isPlain = own.plainKinds.has(found.path.slice(1))
  const body = isPlain ? withFreshTexts(document, found.operation, first) : first
  const example = exampleWith(body, own.idOf)
  const needed = await NEEDED[found.operation.operationId]?.()
  return withValueAt({ ...Object(example), ...needed }, path, id)
}

for (const { found, path } of withIds.filter(
  ({ found }) => found.operation.operationId !== IMPORT,
)) {
  const what = `${found.operation.operationId} ${path.join('.').replaceAll('.[]', '[]')}`
  t.test(
    `${what}: another organization’s id and a malformed one get the response of an unknown id, naming the field [i1-own-data, i5-never-another, i7-404, c1-ids-404, c1-errors-fields, c4-references]`,
    async (t) => {
      const kind = kindOfField(path.findLast((step) => step !== '[]') ?? '')
      const address = addressOf(found, own.idOf(kindOfPath(found.path, 'projects')))
      const ask = async (id: string) =>
        own.call(found.method, address, await bodyWith(found, path, id))
      const unknown = await ask(randomUUID())
      t.equal(unknown.status, REFUSED[what] ?? 404)
      const [named] = unknown.body.fields
      t.equal(named.path.split(/[.[]/)[0], path[0])
      for (const id of [foreign.idOf(kind), 'nope']) {
        t.strictSame(comparable(await ask(id)), comparable(unknown), id)
      }
      t.ok((await ask(own.idOf(kind))).status < 300, 'one of our own ids is accepted')
    },
  )
}

t.test('an import row accepts no id of another organization', async (t) => {
  await fixture.dispatch()
  const { send, ended, rows } = importerOf(service, own.org)
  const paths = withIds.filter(({ found }) => found.operation.operationId === IMPORT)
  t.ok(paths.length > 6)
  const rowWith = (externalId: string, [, , ...path]: IdPath, id: string) =>
    withValueAt({ externalId, scheduledTime: '2026-05-01T09:30:00Z' }, path, id)
  const accepted = await send(
    'projects',
    paths.flatMap(({ path }, i) => {
      const kind = kindOfField(path.findLast((step) => step !== '[]') ?? '')
      const ids = [foreign.idOf(kind), randomUUID(), own.idOf(kind)]
      return ids.map((id, j) => rowWith(`foreign-${i}-${j}`, path, id))
    }),
  )
  const { id, succeeded } = await ended(accepted)
  t.equal(succeeded, paths.length)
  const done: { status: string; messages: string[] | null }[] = await rows(id)
  for (const [i, { path }] of paths.entries()) {
    const [theirs, unknown, ours] = done.slice(3 * i)
    t.match(theirs, { status: 'FAILED' }, path.join('.'))
    t.strictSame(theirs?.messages, unknown?.messages)
    t.match(ours, { status: 'SUCCEEDED' })
  }
})

t.test("another organization's cursor shows none of its records", async (t) => {
  const longImport = await furnishAgain()
  const single: string[] = []
  for (const found of tenants.filter(({ operation }) => takesCursor(document, operation))) {
    const kind = kindOfPath(found.path, 'projects')
    const first = addressOf(found, kind === 'bulk-imports' ? longImport : foreign.idOf(kind))
    const { body: theirs } = await foreign.call('GET', `${first}?limit=1`)
    if (!theirs.nextCursor) {
      single.push(found.operation.operationId)
      continue
    }
    const address = addressOf(found, own.idOf(kind))
    const response = await own.call('GET', `${address}?limit=1&cursor=${theirs.nextCursor}`)
    t.ok([200, 400].includes(response.status), found.path)
    const { body: all } = await foreign.call('GET', `${first}?limit=100`)
    const text = JSON.stringify(response.body)
    for (const { id } of all.data) t.notOk(text.includes(id), found.path)
    t.notMatch(text, foreign.org.organizationId)
  }
  t.strictSame(single, [], 'every list has a second page')
})

/** Adds a second record to every list of the other organization; returns an import with two rows. */
async function furnishAgain(): Promise<string> {
  const { make, call, idOf } = foreign
  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 100 }]
  const customer = { name: 'C', email: 'second@furnished.test' }
  // The first project ends up canceled, with its visits.
  const { id: second } = await make('/projects/create', { scheduledTime: '2026-05-02T09:30:00Z' })
  for (const day of ['03', '04']) {
    const scheduledTime = `2026-05-${day}T09:30:00Z`
    await make(`/projects/${idOf('projects')}/visits`, { kind: 'OTHER', scheduledTime })
    await make(`/projects/${second}/visits`, { kind: 'OTHER', scheduledTime })
    await make(`/projects/${idOf('projects')}/reschedule`, { scheduledTime })
  }
  await service.store.sql.query(
    `insert into leads (organization_id, id, project_id, name)
     select $1, uuid_v7(), $2, 'Lead' from generate_series(1, 2)`,
    [foreign.org.organizationId, idOf('projects')],
  )
  await make('/api-keys', { name: 'Second', scopes: ['READ'] })
  const due = await make('/invoices', { customerId: idOf('customers'), currency: 'USD', lineItems })
  await make(`/invoices/${due.id}/send`)
  await make(`/invoices/${due.id}/pay`)
  await make(`/payments/${idOf('payments')}/refunds`)
  await make(`/webhooks/subscriptions/${idOf('subscriptions')}/test`)
  const receiver = { url: 'https://second.example/', events: ['PROJECT_CREATED'] }
  await make('/webhooks/subscriptions', receiver)
  const rows = ['1', '2'].map((externalId) => ({ ...customer, externalId }))
  const { id } = await make('/bulk-imports/customers', { rows })
  await service.store.sql.query(
    `insert into api_requests (organization_id, id, request_id, method, route, status, duration_ms, user_id)
     select $1, uuid_v7(), 'none', 'GET', '/projects', 200, 1, $2 from generate_series(1, 2)`,
    [foreign.org.organizationId, foreign.org.userId],
  )
  for (const name of ['Second', 'Third']) {
    await make('/users', { email: `${randomUUID()}@example.test`, name, role: 'EDITOR' })
  }
  await make(`/users/${idOf('users')}/time-off`, {
    startsAt: '2026-12-21T00:00:00Z',
    endsAt: '2027-01-04T00:00:00Z',
  })
  for (const [kind, examples] of foreign.plainKinds) {
    await foreign.makeExample(kind, examples.at(-1))
  }
  const group = idOf('customer-groups')
  await call('PUT', `/customer-groups/${group}/members/${idOf('customers')}`, { role: 'LEAD' })
  await make(`/projects/${idOf('projects')}/deliver`)
  await make(`/projects/${idOf('projects')}/request-revision`, { comment: 'Brighter' })
  for (const status of ['BOOKED', 'CANCELLED']) {
    await call('PATCH', `/projects/${idOf('projects')}/status`, { status })
  }
  return id
}

t.test('an Idempotency-Key returns nothing to another organization', async (t) => {
  const headers = { 'idempotency-key': randomUUID() }
  const post = (key: string, name: string) =>
    service.request('POST', '/packages', {
      key,
      headers,
      body: { name, priceAmount: 1, currency: 'USD' },
    })
  const theirs = await post(foreign.org.key, 'Theirs')
  const ours = await post(own.org.key, 'Theirs')
  t.equal(ours.status, 201)
  t.not(ours.body.id, theirs.body.id)
})

function takesCursor(document: Document, operation: Found['operation']): boolean {
  return parametersOf(document, operation, 'query').some(({ name }) => name === 'cursor')
}

/** The parts of a response that must match. */
function comparable({ status, headers, body }: TestResponse): unknown {
  const compared = Object.entries(headers).filter(
    ([name]) => name !== 'x-request-id' && name !== 'date' && !name.startsWith('x-ratelimit-'),
  )
  const { requestId, ...rest } = Object(body)
  return { status, headers: Object.fromEntries(compared), body: rest }
}

/** The path of an id in a body: field names, and `[]` for list items. */
type IdPath = string[]

/** Every path of an id in an operation's documented body. */
function idPathsOf(document: Document, { requestBody }: Operation): IdPath[] {
  const schema = requestBody?.content['application/json']?.schema
  return schema ? [...pathsIn(document, schema)] : []
}

function* pathsIn(document: Document, given: JsonSchema): Iterable<IdPath> {
  const [schema] = resolved<JsonSchema>(document, given as never, '')
  if (schema.format === 'uuid') yield []
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    for (const path of pathsIn(document, inner)) yield [name, ...path]
  }
  if (schema.items) for (const path of pathsIn(document, schema.items)) yield ['[]', ...path]
}

/** A copy of `body` with `value` at `path`; in a list, in the first item only. */
function withValueAt(body: unknown, path: IdPath, value: string): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (step === '[]') {
    const [first, ...others] = Array.isArray(body) ? body : []
    return [withValueAt(first, rest, value), ...others]
  }
  const record = Object(body)
  return { ...record, [step]: withValueAt(record[step], rest, value) }
}
