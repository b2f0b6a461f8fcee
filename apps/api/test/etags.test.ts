// docs/contract.md#c1-bodies-etag: every record has an ETag, and every change to it checks If-Match.
import { randomUUID } from 'node:crypto'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import {
  addressOf,
  type Document,
  type Found,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith } from '@mediajobs/testing/api/examples'
import { furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import t from 'tap'

const { api: service, emulator } = await openCardApi(t)
const document = service.app.openApi() as unknown as Document
// Customers' operations are tested in apps/api/test/portal.
const operations = operationsOf(document).filter(({ path }) => !path.startsWith('/portal/'))
const studio = await furnishedOrg(service)
await studio.make(`/projects/${studio.idOf('projects')}/deliver`)

const { secretKey } = emulator.addAccount('Harbor Photo')
recordSecrets(secretKey, 'secret')
const account = { provider: 'STRIPE', secretKey }
await studio.call('PUT', '/organization/payment-account', account)

/** Operations that aren't about one record, or that need no credential besides their link. */
const NO_RECORD = [
  'reorderMedia',
  'endSession',
  'getDelivery',
  'getDeliveryArchive',
  'getPublicOriginal',
  'listSlots',
  'listOrderSlots',
  'getChangeFees',
  'getPayableInvoice',
  'getClientOrder',
  'getSite',
  'getSiteMedia',
  'getTour',
  'getTourMedia',
  'getWebsiteViews',
  'getBookableForm',
  'deletePayLink',
  'readCalendar',
  'getApiKeyUsage',
  'getMailSubscription',
]

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.request(method, path, { key: studio.org.key, body, headers })

const addressIn = (found: Found) =>
  addressOf(found, studio.idOf(kindOfPath(found.path, 'projects')))
function bodyFor({ operation }: Found) {
  if (operation.operationId === 'putPaymentAccount') return account
  return operation.requestBody && exampleWith(examplesOf(operation)[0] ?? {}, studio.idOf)
}
const takes = (found: Found, header: string) =>
  parametersOf(document, found.operation, 'header').some(({ name }) => name === header)

function isList({ operation }: Found): boolean {
  return JSON.stringify(operation.responses[200] ?? {}).includes('Page"')
}

const reads = operations.filter(
  (found) =>
    found.method === 'GET' &&
    (found.path.includes('{') || found.path.startsWith('/organization')) &&
    !isList(found) &&
    !NO_RECORD.includes(found.operation.operationId),
)
const changes = operations.filter(
  (found) =>
    ['PATCH', 'PUT', 'DELETE'].includes(found.method) &&
    !NO_RECORD.includes(found.operation.operationId),
)

/** The ETag of the record that `found` changes. For an API key, only the create response has one. */
async function tagOf(found: Found): Promise<string> {
  const kind = kindOfPath(found.path)
  if (kind === 'api-keys') return keyTag
  const address = addressIn(found)
  const itself = reads.find(({ path }) => path === found.path)
  const read = itself ? address : address.split('/').slice(0, -1).join('/')
  return (await call('GET', read)).headers.etag ?? 'none'
}

const madeKey = await call('POST', '/api-keys', { name: 'Spare', scopes: ['READ'] })
const keyTag = madeKey.headers.etag ?? ''

t.test(
  'every GET of one record has an ETag, and is a 304 for If-None-Match [c1-bodies-etag]',
  async (t) => {
    t.ok(reads.length >= 13, `${reads.length}`)
    for (const found of reads) {
      const { operationId } = found.operation
      const path = addressIn(found)
      t.ok(takes(found, 'if-none-match'), `${operationId} documents If-None-Match`)
      const first = await call('GET', path)
      t.equal(first.status, 200, operationId)
      t.match(first.headers.etag, /^"[\w-]+"$/, operationId)
      t.equal(first.headers['cache-control'], 'private, no-cache')
      const etag = first.headers.etag ?? ''
      t.equal((await call('GET', path)).headers.etag, etag, 'stable while nothing changes')
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await call('GET', path, undefined, { 'if-none-match': known })
        t.match(again, { status: 304, body: '', headers: { etag } }, `${operationId} ${known}`)
        t.equal(again.headers['content-type'], undefined)
        t.equal(again.headers['content-length'], undefined)
      }
      const other = await call('GET', path, undefined, { 'if-none-match': '"other"' })
      t.strictSame(other.body, first.body, operationId)
      const head = await fetch(`${service.url}${path}`, {
        method: 'HEAD',
        headers: { 'x-api-key': studio.org.key },
      })
      t.equal(head.headers.get('etag'), etag, `HEAD ${path}`)
    }
  },
)

t.test(
  'every PATCH, PUT and DELETE of a record refuses a stale ETag, and changes nothing [c1-bodies-if-match]',
  async (t) => {
    const conditional = operations.filter((found) => takes(found, 'if-match'))
    const ids = new Set(conditional.map(({ operation }) => operation.operationId))
    for (const found of changes) {
      t.ok(
        ids.has(found.operation.operationId),
        `${found.operation.operationId} documents If-Match`,
      )
    }
    for (const found of conditional) {
      const { operationId } = found.operation
      const path = addressIn(found)
      const before = await tagOf(found)
      for (const stale of ['"stale"', `W/${before}`, '"1x", W/"2"']) {
        const refused = await call(found.method, path, bodyFor(found), { 'if-match': stale })
        t.match(
          refused,
          { status: 412, body: { code: 'version_mismatch' } },
          `${operationId} ${stale}`,
        )
      }
      t.equal(await tagOf(found), before, `${operationId} changed nothing`)
      const malformed = await call(found.method, path, bodyFor(found), { 'if-match': 'x' })
      t.equal(malformed.status, 400, operationId)
    }
  },
)

t.test('an operation that compares no ETag refuses If-Match [c1-bodies-if-match]', async (t) => {
  const others = operations.filter(
    (found) =>
      found.method !== 'GET' && takes(found, 'idempotency-key') && !takes(found, 'if-match'),
  )
  t.ok(others.length >= 30, `${others.length}`)
  for (const found of others) {
    const { operationId } = found.operation
    const [example] = examplesOf(found.operation)
    const body = found.operation.requestBody && exampleWith(example ?? {}, studio.idOf)
    const { status, body: refusal } = await call(found.method, addressIn(found), body, {
      'if-match': '*',
    })
    // Operations that require a session respond 401 to a key.
    if (status === 401) continue
    const fields = [{ path: 'If-Match', code: 'not_allowed' }]
    t.match({ status, ...refusal }, { status: 400, code: 'invalid_request', fields }, operationId)
  }
  const reorder = { projectId: studio.idOf('projects'), mediaIds: [] }
  const refused = await call('PATCH', '/media/reorder', reorder, { 'if-match': '"stale"' })
  t.equal(refused.status, 400)
})

t.test(
  'every PATCH, PUT and DELETE of a record accepts its current ETag, and * [c1-bodies-if-match]',
  async (t) => {
    // Nested records come before their parents.
    const rank = ({ method, path }: Found) =>
      method === 'DELETE' ? 99 - path.split('/').length : 0
    const inOrder = changes
      .filter(({ path }) => !path.startsWith('/api-keys'))
      .sort((a, b) => rank(a) - rank(b))
    for (const found of inOrder) {
      const path = addressIn(found)
      const etag = await tagOf(found)
      const fits = { 'if-match': `"other" ,, ${etag}` }
      const taken = await call(found.method, path, bodyFor(found), fits)
      // The customer of an invoice can't be deleted (409). That check comes after If-Match.
      t.ok(
        taken.status < 300 || taken.status === 409,
        `${found.operation.operationId} ${taken.status}`,
      )
      if (found.method === 'DELETE') continue
      const any = await call(found.method, path, bodyFor(found), { 'if-match': '*' })
      t.equal(any.status, 200, found.operation.operationId)
      t.equal(any.headers.etag, await tagOf(found), 'the response has the ETag of a GET')
    }
  },
)

t.test(
  'creating a record returns the same ETag as its GET; responses with a secret are never cached [c1-bodies-etag]',
  async (t) => {
    const { make } = studio
    const { id: customerId } = await make('/customers', { name: 'D', email: 'd@example.test' })
    const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 100 }]
    const offer = { name: 'Offer', priceAmount: 1, currency: 'USD' }
    const made: [string, object][] = [
      ['/customers', { name: 'E', email: 'e@example.test' }],
      ['/packages', offer],
      ['/add-ons', { ...offer, mediaTypes: ['VIDEO', 'PHOTO'] }],
      ['/discounts', { code: 'TAG', percentBasisPoints: 1, expiresAt: '2199-01-01T00:00:00Z' }],
      ['/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' }],
      ['/invoices', { customerId, currency: 'USD', lineItems }],
      ['/users', { email: 'tag@example.test', name: 'Tag', role: 'EDITOR' }],
      ['/webhooks/subscriptions', { url: 'https://tag.example/', events: ['INVOICE_PAID'] }],
    ]
    for (const [path, body] of made) {
      const { status, body: record, headers } = await call('POST', path, body)
      t.equal(status, 201, path)
      const read = await call('GET', `${path.replace('/create', '')}/${record.id}`)
      t.equal(read.headers.etag, headers.etag, path)
      const showsSecret = 'secret' in record || 'invitationToken' in record
      t.equal(headers['cache-control'], showsSecret ? 'no-store' : 'private, no-cache', path)
    }
  },
)

t.test('of twelve changes with the same ETag, one succeeds [c1-bodies-if-match]', async (t) => {
  const { org, idOf, make } = await furnishedOrg(service)
  const projectId = idOf('projects')
  await make(`/projects/${projectId}/deliver`)
  const { id: customerId } = await make('/customers', { name: 'F', email: 'f@example.test' })
  const races: [string, string, (n: number) => unknown, string?][] = [
    ['PATCH', `/packages/${idOf('packages')}`, (n) => ({ name: `${n}` })],
    ['DELETE', `/packages/${idOf('packages')}`, () => undefined],
    ['PATCH', `/add-ons/${idOf('add-ons')}`, (n) => ({ name: `${n}` })],
    ['PATCH', `/discounts/${idOf('discounts')}`, (n) => ({ code: `CODE${n}` })],
    ['DELETE', `/discounts/${idOf('discounts')}`, () => undefined],
    ['PATCH', `/invoices/${idOf('invoices')}`, (n) => ({ notes: `${n}` })],
    ['POST', `/invoices/${idOf('invoices')}/send`, () => undefined, '/send'],
    ['PATCH', `/media/${idOf('media')}/rename`, (n) => ({ filename: `${n}.jpg` }), '/rename'],
    ['DELETE', `/media/${idOf('media')}`, () => undefined],
    ['PATCH', `/users/${idOf('users')}`, (n) => ({ name: `${n}` })],
    [
      'PATCH',
      `/webhooks/subscriptions/${idOf('subscriptions')}`,
      (n) => ({ url: `https://a.example/${n}` }),
    ],
    [
      'POST',
      `/webhooks/subscriptions/${idOf('subscriptions')}/rotate-secret`,
      () => ({}),
      '/rotate-secret',
    ],
    ['DELETE', `/webhooks/subscriptions/${idOf('subscriptions')}`, () => undefined],
    ['DELETE', `/projects/${projectId}/delivery`, () => undefined],
    ['PATCH', `/projects/${projectId}`, (n) => ({ notes: `${n}` })],
    ['PATCH', `/customers/${customerId}`, (n) => ({ name: `${n}` })],
    ['DELETE', `/customers/${customerId}`, () => undefined],
  ]
  const { key } = org
  for (const [method, path, bodyOf, action = ''] of races) {
    const read = await service.request('GET', path.replace(action, ''), { key })
    const headers = { 'if-match': read.headers.etag ?? '' }
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        service.request(method, path, { key, body: bodyOf(n), headers }),
      ),
    )
    const won = responses.filter(({ status }) => status < 300)
    t.equal(won.length, 1, `${method} ${path}`)
    // After a DELETE, later requests get a 404.
    const lost = responses.filter(({ status }) => [404, 412].includes(status))
    t.equal(lost.length, 11, `${method} ${path}`)
  }
})

t.test('the order of checks: 400, then 404, then 412, then 409 [c1-order]', async (t) => {
  const stale = { 'if-match': '"stale"' }
  const { id: customerId, email } = await studio.make('/customers', {
    name: 'G',
    email: 'g@example.test',
  })
  const other = await studio.make('/customers', { name: 'H', email: 'h@example.test' })
  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 100 }]
  const draft = await studio.make('/invoices', { customerId, currency: 'USD', lineItems })
  const sent = await studio.make('/invoices', { customerId, currency: 'USD', lineItems })
  await studio.make(`/invoices/${sent.id}/send`)
  const cases: [number, string, string, unknown][] = [
    [400, 'PATCH', `/customers/${other.id}`, { email: 'none' }],
    [404, 'PATCH', `/customers/${randomUUID()}`, { email }],
    [412, 'PATCH', `/customers/${other.id}`, { email }],
    [412, 'DELETE', `/customers/${customerId}`, undefined],
    [404, 'DELETE', `/customers/${randomUUID()}`, undefined],
    [400, 'PATCH', `/invoices/${draft.id}`, { currency: 'EUR' }],
    [404, 'PATCH', `/invoices/${draft.id}`, { customerId: randomUUID() }],
    [412, 'PATCH', `/invoices/${draft.id}`, { notes: 'x' }],
    [412, 'PATCH', `/invoices/${draft.id}`, {}],
    [412, 'PATCH', `/invoices/${sent.id}`, { notes: 'x' }],
    [412, 'POST', `/invoices/${sent.id}/send`, undefined],
    [404, 'DELETE', `/projects/${randomUUID()}/delivery`, undefined],
  ]
  for (const [status, method, path, body] of cases) {
    t.equal((await call(method, path, body, stale)).status, status, `${method} ${path} ${status}`)
  }
  t.equal((await call('PATCH', `/customers/${other.id}`, { email })).status, 409)
  t.equal((await call('GET', `/invoices/${draft.id}`)).body.notes, null)
})

t.test('If-Match: * is a 412 for a project without a delivery', async (t) => {
  const { id } = await studio.make('/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  const path = `/projects/${id}/delivery`
  t.equal((await call('DELETE', path, undefined, { 'if-match': '*' })).status, 412)
  t.equal((await call('DELETE', path)).status, 204)
})

t.test("using an API key doesn't change its ETag", async (t) => {
  const made = await call('POST', '/api-keys', { name: 'Used', scopes: ['READ'] })
  t.equal(made.headers['cache-control'], 'no-store')
  const { id, key } = made.body
  t.equal((await service.request('GET', '/projects', { key })).status, 200)
  const headers = { 'if-match': made.headers.etag ?? '' }
  t.equal((await call('DELETE', `/api-keys/${id}`, undefined, { 'if-match': '"x"' })).status, 412)
  t.equal((await service.request('GET', '/projects', { key })).status, 200)
  t.equal((await call('DELETE', `/api-keys/${id}`, undefined, headers)).status, 204)
  t.equal((await service.request('GET', '/projects', { key })).status, 401)
  t.equal((await call('DELETE', `/api-keys/${id}`, undefined, headers)).status, 412)
})

t.test("a redemption changes the discount's ETag", async (t) => {
  const made = await call('POST', '/discounts', { code: 'TAKEN', percentBasisPoints: 1 })
  const path = `/discounts/${made.body.id}`
  const booking = { scheduledTime: '2026-05-01T09:30:00Z', discountCode: 'TAKEN' }
  await studio.make('/projects/create', booking)
  const headers = { 'if-match': made.headers.etag ?? '' }
  t.equal((await call('PATCH', path, { maxRedemptions: 1 }, headers)).status, 412)
})

t.test('a header that is not a list of ETags is a 400', async (t) => {
  const path = `/customers/${studio.idOf('customers')}`
  for (const header of ['', ' ', ',', 'x', '"a" "b"', '"a', 'w/"a"', '"a", *', '"a b"', '*, "a"']) {
    for (const [name, method] of [
      ['if-match', 'PATCH'],
      ['if-none-match', 'GET'],
    ] as const) {
      const body = method === 'PATCH' ? {} : undefined
      t.equal(
        (await call(method, path, body, { [name]: header })).status,
        400,
        `${name}: ${header}`,
      )
    }
  }
  const { etag = '' } = (await call('GET', path)).headers
  for (const header of [`"a,b",${etag}`, `, ,${etag} ,`, `W/"x" , ${etag}`, `"", ${etag}`]) {
    t.equal((await call('PATCH', path, {}, { 'if-match': header })).status, 200, header)
  }
})
