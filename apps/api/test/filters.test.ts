// Every query parameter of every list filters. Each one in the OpenAPI document has a case here or is named after a
// field of the POST to the same path; any other fails the test.

import { randomBytes } from 'node:crypto'
import { newId } from '@mediajobs/db'
import { mails, orders } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { type Document, operationsOf, parametersOf } from '@mediajobs/testing/api/document'
import { type FurnishedOrg, furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import { eq } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const document = service.app.openApi() as unknown as Document

/** A query, the id of a record that it must find, and of one that it must not. */
interface Case {
  query: string
  finds: string
  not: string
}

type Prepare = (tenant: FurnishedOrg) => Promise<Case>

const AT = '2026-05-01T09:30:00Z'

async function project({ make }: FurnishedOrg, fields: object = {}): Promise<string> {
  return (await make('/projects/create', { scheduledTime: AT, ...fields })).id
}

/** Two projects: one with `fields`, one without. */
function byField(
  query: (idOf: FurnishedOrg['idOf']) => string,
  fields: (idOf: FurnishedOrg['idOf']) => object,
): Prepare {
  return async (tenant) => ({
    query: query(tenant.idOf),
    finds: await project(tenant, fields(tenant.idOf)),
    not: await project(tenant),
  })
}

async function customer({ make }: FurnishedOrg, name: string): Promise<string> {
  return (await make('/customers', { name, email: `${name}@filter.test` })).id
}

async function invoice({ make, idOf }: FurnishedOrg, fields: object = {}): Promise<string> {
  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 100 }]
  const body = { customerId: idOf('customers'), currency: 'USD', lineItems, ...fields }
  return (await make('/invoices', body)).id
}

/** Two visits besides the first appointment: one by the technician, and a later one. */
async function twoVisits({ make, idOf }: FurnishedOrg): Promise<[string, string]> {
  const path = `/projects/${idOf('projects')}/visits`
  const first = {
    kind: 'OTHER',
    scheduledTime: '2027-01-01T09:00:00Z',
    technicianId: idOf('users'),
  }
  const second = { kind: 'OTHER', scheduledTime: '2027-01-03T09:00:00Z' }
  return [(await make(path, first)).id, (await make(path, second)).id]
}

async function mail(
  { org }: FurnishedOrg,
  fields: Partial<typeof mails.$inferInsert> = {},
): Promise<string> {
  const id = newId()
  await service.store.sql.orm.insert(mails).values({
    organizationId: org.organizationId,
    id,
    kind: 'DELIVERY',
    status: 'SENT',
    recipient: 'client@filter.test',
    expiresAt: '2200-01-01T00:00:00.000Z',
    ...fields,
  })
  return id
}

/** A manual partial payment. */
async function payment({ make, call }: FurnishedOrg, invoiceId: string) {
  await make(`/invoices/${invoiceId}/send`)
  await make(`/invoices/${invoiceId}/pay`, { paymentAmount: 1 })
  return (await call('GET', `/payments?invoiceId=${invoiceId}`)).body.data[0]
}

/** Two payments, the earlier one with `fields`. */
function byPayment(
  queryOf: (first: Payment, second: Payment) => string,
  fieldsOf: (tenant: FurnishedOrg) => Promise<object> = async () => ({}),
  isFound: 'first' | 'second' = 'first',
): Prepare {
  return async (tenant) => {
    const first = await payment(tenant, await invoice(tenant, await fieldsOf(tenant)))
    const second = await payment(tenant, await invoice(tenant))
    const [finds, not] = isFound === 'first' ? [first, second] : [second, first]
    return { query: queryOf(first, second), finds: finds.id, not: not.id }
  }
}

interface Payment {
  id: string
  invoiceId: string
  customerId: string
  createdAt: string
}

/** Two mails: one with `fields`, one without. */
function byMail(
  query: (idOf: FurnishedOrg['idOf']) => string,
  fields: (idOf: FurnishedOrg['idOf']) => Partial<typeof mails.$inferInsert>,
): Prepare {
  return async (tenant) => ({
    query: query(tenant.idOf),
    finds: await mail(tenant, fields(tenant.idOf)),
    not: await mail(tenant),
  })
}

type OrderRow = typeof orders.$inferSelect

/** The existing order, and a copy with `fields`, which the query finds. */
function byOrder(
  query: (found: OrderRow) => string,
  fieldsOf: (tenant: FurnishedOrg) => Partial<OrderRow> = () => ({}),
): Prepare {
  return async (tenant) => {
    const { orm } = service.store.sql
    const not = tenant.idOf('orders')
    const [before] = await orm.select().from(orders).where(eq(orders.id, not))
    const copy = { ...(before as OrderRow), id: newId(), tokenHash: null, ...fieldsOf(tenant) }
    const holdTokenHash = randomBytes(32)
    const [found] = await orm
      .insert(orders)
      .values({ ...copy, holdTokenHash })
      .returning()
    return { query: query(found as OrderRow), finds: copy.id, not }
  }
}

const archived =
  (path: string, body: object, other: object = {}): Prepare =>
  async ({ make, call }) => {
    const [gone, kept] = [await make(path, body), await make(path, { ...body, ...other })]
    await call('DELETE', `${path}/${gone.id}`)
    return { query: 'archived=true', finds: gone.id, not: kept.id }
  }

async function cancelledDelivery(tenant: FurnishedOrg): Promise<Case> {
  const path = `/webhooks/subscriptions/${tenant.idOf('subscriptions')}`
  await tenant.call('PATCH', path, { active: false })
  await tenant.call('PATCH', path, { active: true })
  const waiting = await tenant.make(`${path}/test`)
  const cancelled = tenant.idOf('webhook-deliveries')
  return { query: 'status=CANCELLED&status=FAILED', finds: cancelled, not: waiting.id }
}

interface MadeDelivery {
  id: string
  createdAt: string
  subscriptionId: string
  event: string
  eventId: string
  projectId: string
}

/** A new subscription's webhook deliveries of a booking and of a test event. */
function byDelivery(
  query: (
    made: MadeDelivery,
    other: MadeDelivery,
  ) => Partial<Case> & { query: string; set?: string },
): Prepare {
  return async (tenant) => {
    const url = `https://filter.test/${newId()}`
    const body = { url, events: ['PROJECT_CREATED'] }
    const { id } = await tenant.make('/webhooks/subscriptions', body)
    const projectId = await project(tenant)
    const not = tenant.idOf('webhook-deliveries')
    const { data } = (await tenant.call('GET', `/webhooks/subscriptions/${id}/deliveries`)).body
    const other = (await tenant.call('GET', `/webhooks/deliveries/${not}`)).body
    const { set, ...found } = query({ ...data[0], projectId }, other)
    if (set) {
      await service.store.sql.queryOnce(`update webhook_deliveries set ${set} where id = $1`, [
        data[0].id,
      ])
    }
    return { finds: data[0].id, not, ...found }
  }
}

/** The ids of two adjacent time-off entries, the later one first. They meet at the time of the filters. */
async function twoTimesOff({ make, idOf }: FurnishedOrg): Promise<[string, string]> {
  const path = `/users/${idOf('users')}/time-off`
  const day = (date: string) => `${date}T00:00:00Z`
  const add = async (startsAt: string, endsAt: string) =>
    (await make(path, { startsAt: day(startsAt), endsAt: day(endsAt) })).id
  return [await add('2027-01-02', '2027-01-03'), await add('2027-01-01', '2027-01-02')]
}

const OFFER = { name: 'O', priceAmount: 1, currency: 'USD' }

const CASES: Record<string, Prepare> = {
  'listMails kind': byMail(
    () => 'kind=INVITATION',
    () => ({ kind: 'INVITATION' }),
  ),
  'listMails status': byMail(
    () => 'status=FAILED',
    () => ({ status: 'FAILED' }),
  ),
  'listMails projectId': byMail(
    (idOf) => `projectId=${idOf('projects')}`,
    (idOf) => ({ projectId: idOf('projects') }),
  ),
  'listMails customerId': byMail(
    (idOf) => `customerId=${idOf('customers')}`,
    (idOf) => ({ customerId: idOf('customers') }),
  ),
  'listMails userId': byMail(
    (idOf) => `userId=${idOf('users')}`,
    (idOf) => ({ userId: idOf('users') }),
  ),
  'listProjects status': async (tenant) => {
    const [booked, pending] = [await project(tenant), await project(tenant)]
    await tenant.call('PATCH', `/projects/${booked}/status`, { status: 'BOOKED' })
    return { query: 'status=BOOKED&status=EDITING', finds: booked, not: pending }
  },
  'listProjects customerId': byField(
    (idOf) => `customerId=${idOf('customers')}`,
    (idOf) => ({ customerId: idOf('customers') }),
  ),
  'listProjects technicianId': byField(
    (idOf) => `technicianId=${idOf('users')}`,
    (idOf) => ({ technicianId: idOf('users') }),
  ),
  'listProjects editorId': byField(
    (idOf) => `editorId=${idOf('users')}`,
    (idOf) => ({ editorId: idOf('users') }),
  ),
  'listProjects projectManagerId': byField(
    (idOf) => `projectManagerId=${idOf('users')}`,
    (idOf) => ({ projectManagerId: idOf('users') }),
  ),
  'listProjects unassigned': async (tenant) => ({
    query: 'unassigned=technician',
    finds: await project(tenant, { editorId: tenant.idOf('users') }),
    not: await project(tenant, { technicianId: tenant.idOf('users') }),
  }),
  'listProjects scheduledFrom': byField(
    () => 'scheduledFrom=2026-06-01T00:00:00Z',
    () => ({ scheduledTime: '2026-06-01T00:00:00Z' }),
  ),
  'listProjects scheduledTo': byField(
    () => 'scheduledTo=2026-04-01T00:00:00Z',
    () => ({ scheduledTime: '2026-04-01T00:00:00Z' }),
  ),
  'listProjects updatedSince': async (tenant) => {
    const before = await project(tenant)
    const after = await project(tenant)
    const { body } = await tenant.call('PATCH', `/projects/${after}`, { notes: 'changed' })
    return { query: `updatedSince=${body.updatedAt}`, finds: after, not: before }
  },
  'listProjects q': byField(
    () => 'q=spring%20main',
    () => ({ addressLine1: '1 Main Street', city: 'Springfield' }),
  ),
  'listCustomers id': async (tenant) => {
    const [zoe, yan] = [await customer(tenant, 'zoe'), await customer(tenant, 'yan')]
    return { query: `id=nope&id=${zoe.toUpperCase()}`, finds: zoe, not: yan }
  },
  'listCustomers q': async (tenant) => ({
    query: 'q=lea',
    finds: await customer(tenant, 'lea'),
    not: await customer(tenant, 'kim'),
  }),
  'listCustomers email': async (tenant) => ({
    query: 'email=BEA@filter.test',
    finds: await customer(tenant, 'bea'),
    not: await customer(tenant, 'una'),
  }),
  'listCustomers externalId': async ({ make }) => {
    const named = async (externalId: string) => {
      const email = `${crypto.randomUUID()}@filter.test`
      return (await make('/customers', { name: 'Crm', email, externalId })).id
    }
    const [finds, not] = [await named('crm 7'), await named('crm 70')]
    return { query: 'externalId=crm%207', finds, not }
  },
  'listCustomerGroups customerId': async (tenant) => {
    const group = { name: 'G', billing: 'MEMBER', paymentTerms: 'PREPAY' }
    const [finds, not] = [
      (await tenant.make('/customer-groups', group)).id,
      (await tenant.make('/customer-groups', group)).id,
    ]
    const customerId = await customer(tenant, 'zoe')
    await tenant.call('PUT', `/customer-groups/${finds}/members/${customerId}`, { role: 'LEAD' })
    return { query: `customerId=${customerId}`, finds, not }
  },
  'listInvoices status': async (tenant) => {
    const [sent, draft] = [await invoice(tenant), await invoice(tenant)]
    await tenant.make(`/invoices/${sent}/send`)
    return { query: 'status=SENT&status=PAID', finds: sent, not: draft }
  },
  'listInvoices customerId': async (tenant) => {
    const customerId = await customer(tenant, 'zoe')
    const finds = await invoice(tenant, { customerId })
    return { query: `customerId=${customerId}`, finds, not: await invoice(tenant) }
  },
  'listInvoices projectId': async (tenant) => {
    const projectId = tenant.idOf('projects')
    const finds = await invoice(tenant, { projectId })
    return { query: `projectId=${projectId}`, finds, not: await invoice(tenant) }
  },
  'listInvoices updatedSince': async (tenant) => {
    const [finds, not] = [await invoice(tenant), await invoice(tenant)]
    const { body } = await tenant.call('PATCH', `/invoices/${finds}`, { notes: 'changed' })
    return { query: `updatedSince=${body.updatedAt}`, finds, not }
  },
  'listPayments invoiceId': byPayment(({ invoiceId }) => `invoiceId=${invoiceId}`),
  'listPayments orderId': async (tenant) => {
    const orderId = tenant.idOf('orders')
    const [found, other] = [
      await payment(tenant, await invoice(tenant)),
      await payment(tenant, await invoice(tenant)),
    ]
    await service.store.sql.queryOnce('update payments set order_id = $1 where id = $2', [
      orderId,
      found.id,
    ])
    return { query: `orderId=${orderId}`, finds: found.id, not: other.id }
  },
  'listPayments customerId': byPayment(
    ({ customerId }) => `customerId=${customerId}`,
    async (tenant) => ({ customerId: await customer(tenant, 'zoe') }),
  ),
  'listPayments status': async (tenant) => {
    const [failed, succeeded] = [
      await payment(tenant, await invoice(tenant)),
      await payment(tenant, await invoice(tenant)),
    ]
    await service.store.sql.queryOnce(`update payments set status = 'FAILED' where id = $1`, [
      failed.id,
    ])
    return { query: 'status=FAILED&status=CANCELLED', finds: failed.id, not: succeeded.id }
  },
  'listPayments updatedSince': async (tenant) => {
    const [first, second] = [
      await payment(tenant, await invoice(tenant)),
      await payment(tenant, await invoice(tenant)),
    ]
    await tenant.make(`/payments/${first.id}/refunds`, { refundAmount: 1 })
    const { body } = await tenant.call('GET', `/payments/${first.id}`)
    return { query: `updatedSince=${body.updatedAt}`, finds: first.id, not: second.id }
  },
  'listPayments since': byPayment((_, { createdAt }) => `since=${createdAt}`, undefined, 'second'),
  'listPayments until': byPayment((_, { createdAt }) => `until=${createdAt}`),
  'listOrders id': byOrder(({ id }) => `id=nope&id=${id}`),
  'listOrders status': byOrder(
    () => 'status=DECLINED&status=EXPIRED',
    () => ({ status: 'DECLINED' }),
  ),
  'listOrders formId': byOrder(
    ({ formId }) => `formId=${formId}`,
    ({ idOf }) => ({ formId: idOf('order-forms') }),
  ),
  'listOrders projectId': byOrder(
    ({ projectId }) => `projectId=${projectId}`,
    ({ idOf }) => ({ projectId: idOf('projects') }),
  ),
  'listPackages archived': archived('/packages', OFFER),
  'listAddOns archived': archived('/add-ons', OFFER),
  'listDiscounts archived': archived(
    '/discounts',
    { code: 'GONE', percentBasisPoints: 1 },
    { code: 'KEPT' },
  ),
  'listOrderForms archived': (tenant) =>
    archived('/order-forms', { name: 'F', packageIds: [tenant.idOf('packages')] })(tenant),
  'listUsers id': async (tenant) => {
    const { userId } = await service.createMember(tenant.org, 'EDITOR')
    return { query: `id=${userId}&id=nope`, finds: userId, not: tenant.idOf('users') }
  },
  'listUsers role': async (tenant) => ({
    query: 'role=EDITOR',
    finds: (await service.createMember(tenant.org, 'EDITOR')).userId,
    not: tenant.idOf('users'),
  }),
  'listUsers active': async (tenant) => {
    const { userId } = await service.createMember(tenant.org, 'EDITOR')
    await tenant.call('PATCH', `/users/${userId}`, { active: false })
    return { query: 'active=false', finds: userId, not: tenant.idOf('users') }
  },
  'listTimeOff from': async (tenant) => {
    const [finds, not] = await twoTimesOff(tenant)
    return { query: 'from=2027-01-02T00:00:00Z', finds, not }
  },
  'listTimeOff to': async (tenant) => {
    const [not, finds] = await twoTimesOff(tenant)
    return { query: 'to=2027-01-02T00:00:00Z', finds, not }
  },
  'listProjects visitTechnicianId': async (tenant) => {
    await twoVisits(tenant)
    const query = `visitTechnicianId=${tenant.idOf('users')}`
    return { query, finds: tenant.idOf('projects'), not: await project(tenant) }
  },
  'listVisits technicianId': async (tenant) => {
    const [finds, not] = await twoVisits(tenant)
    return { query: `technicianId=${tenant.idOf('users')}`, finds, not }
  },
  'listVisits unassigned': async (tenant) => {
    const [not, finds] = await twoVisits(tenant)
    return { query: 'unassigned=technician', finds, not }
  },
  'listVisits scheduledFrom': async (tenant) => {
    const [not, finds] = await twoVisits(tenant)
    return { query: 'scheduledFrom=2027-01-02T00:00:00Z', finds, not }
  },
  'listVisits scheduledTo': async (tenant) => {
    const [finds, not] = await twoVisits(tenant)
    return { query: 'scheduledTo=2027-01-02T00:00:00Z', finds, not }
  },
  'listEvents event': async (tenant) => {
    const { body } = await tenant.call('GET', '/events')
    const [finds, not] = ['PROJECT_CREATED', 'CUSTOMER_CREATED'].map(
      (name) => body.data.find(({ event }: { event: string }) => event === name).id,
    )
    return { query: 'event=PROJECT_CREATED&event=INVOICE_PAID', finds, not }
  },
  'listEvents since': async (tenant) => {
    const [newest, before] = (await tenant.call('GET', '/events')).body.data
    return { query: `since=${newest.createdAt}`, finds: newest.id, not: before.id }
  },
  'listEvents until': async (tenant) => {
    const [newest, before] = (await tenant.call('GET', '/events')).body.data
    return { query: `until=${before.createdAt}`, finds: before.id, not: newest.id }
  },
  'listEvents projectId': async (tenant) => {
    const { data } = (await tenant.call('GET', '/events')).body
    const [finds, not] = ['PROJECT_CREATED', 'CUSTOMER_CREATED'].map(
      (name) => data.find(({ event }: { event: string }) => event === name).id,
    )
    return { query: `projectId=${tenant.idOf('projects')}`, finds, not }
  },
  'listWebhookDeliveries status': cancelledDelivery,
  'listAllWebhookDeliveries status': cancelledDelivery,
  'listAllWebhookDeliveries subscriptionId': byDelivery((made) => ({
    query: `subscriptionId=${made.subscriptionId}`,
  })),
  'listAllWebhookDeliveries event': byDelivery(({ event }) => ({ query: `event=${event}` })),
  'listAllWebhookDeliveries eventId': byDelivery(({ eventId }) => ({
    query: `eventId=${eventId}`,
  })),
  'listAllWebhookDeliveries projectId': byDelivery(({ projectId }) => ({
    query: `projectId=${projectId}`,
  })),
  'listAllWebhookDeliveries responseStatus': byDelivery(() => ({
    query: 'responseStatus=5xx&responseStatus=404',
    set: 'response_status = 503',
  })),
  'listAllWebhookDeliveries since': byDelivery(({ createdAt }) => ({
    query: `since=${createdAt}`,
  })),
  'listAllWebhookDeliveries lastAttemptSince': byDelivery(({ createdAt }) => ({
    query: `lastAttemptSince=${createdAt}`,
    set: `last_attempt_at = now() + interval '1 hour'`,
  })),
  'listAllWebhookDeliveries lastAttemptUntil': byDelivery(({ createdAt }) => ({
    query: `lastAttemptUntil=${createdAt}`,
    set: `last_attempt_at = now() - interval '1 hour'`,
  })),
  'listAllWebhookDeliveries until': byDelivery(({ id: not }, { id: finds, createdAt }) => ({
    query: `until=${createdAt}`,
    finds,
    not,
  })),
}

// The same in every list: see the last test.
const PAGING = ['limit', 'cursor']
// Tested in projects/list.test.ts, media/versions.test.ts, bulk-imports/bulk-imports.test.ts and
// requests/filters.test.ts.
const ELSEWHERE = [
  'listMediaOfProject includeReplaced',
  'listProjectMedia includeReplaced',
  'listProjects sort',
  'getChangeFees visitId',
  'listImportRows status',
  ...['status', 'code', 'route', 'apiKeyId', 'userId', 'since', 'until'].map(
    (filter) => `listRequests ${filter}`,
  ),
]

// Have parameters but aren't lists: apps/media/test/archives/archives.test.ts, websites/pages.test.ts,
// availability/availability.test.ts, order-forms/book.test.ts, cells/pages.test.ts, reports/reports.test.ts and test/reports.test.ts.
const NO_LIST = [
  'getDeliveryArchive',
  'getSiteMedia',
  'getTourMedia',
  'getAvailability',
  'listSlots',
  'readCalendar',
  'getJobsReport',
  'getTurnaroundReport',
  'getRevisionsReport',
  'getRevenueReport',
  'getOwedReport',
  'getTechniciansReport',
]

// Customers' lists require another credential: see apps/api/test/portal.
const lists = operationsOf(document).filter(
  ({ method, path, operation }) =>
    method === 'GET' && !path.startsWith('/portal/') && !NO_LIST.includes(operation.operationId),
)

/** Two records of a plain kind: one with the field's value, one without it or with a different text. */
function byOwnField(kind: string, field: string): Prepare {
  return async ({ plainKinds, makeExample }) => {
    const examples = plainKinds.get(kind) ?? []
    const [filled, without] = [true, false].map((isSet) =>
      examples.find((example) => field in Object(example) === isSet),
    )
    const { id: finds, [field]: value } = await makeExample(kind, filled)
    const not = (await makeExample(kind, without ?? filled)).id
    return { query: `${field}=${encodeURIComponent(value)}`, finds, not }
  }
}

const { plainKinds } = await furnishedOrg(service)
for (const { path, operation } of lists) {
  const kind = path.slice(1)
  for (const { name } of parametersOf(document, operation, 'query')) {
    const isSet = plainKinds.get(kind)?.some((example) => name in Object(example))
    if (isSet) CASES[`${operation.operationId} ${name}`] ??= byOwnField(kind, name)
  }
}

t.test('the cases here are exactly the documented list parameters', async (t) => {
  const documented = lists.flatMap(({ operation }) =>
    parametersOf(document, operation, 'query')
      .filter(({ name }) => !PAGING.includes(name))
      .map(({ name }) => `${operation.operationId} ${name}`),
  )
  t.strictSame([...Object.keys(CASES), ...ELSEWHERE].sort(), documented.sort())
})

// One organization for all parameters of a list.
const tenants = new Map<string, FurnishedOrg>()

async function tenantOf(operationId: string): Promise<FurnishedOrg> {
  const tenant = tenants.get(operationId) ?? (await furnishedOrg(service))
  tenants.set(operationId, tenant)
  return tenant
}

for (const [name, prepare] of Object.entries(CASES)) {
  t.test(`${name} filters [c14-unassigned, c14-by-ids, c14-mail-list]`, async (t) => {
    const [operationId = ''] = name.split(' ')
    const path = lists.find(({ operation }) => operation.operationId === operationId)?.path ?? ''
    const tenant = await tenantOf(operationId)
    const address = path.replace('{id}', tenant.idOf(kindOfPath(path, 'users')))
    const { query, finds, not } = await prepare(tenant)
    const idsOf = async (search: string) => {
      const { status, body } = await tenant.call('GET', `${address}?limit=100&${search}`)
      t.equal(status, 200)
      return body.data.map(({ id }: { id: string }) => id)
    }
    const found = await idsOf(query)
    t.ok(found.includes(finds), 'it finds the record with the value')
    t.notOk(found.includes(not), "it doesn't find the other one")
    // Without archived=true, archived records are hidden.
    if (!query.startsWith('archived')) t.ok((await idsOf('')).includes(not))
  })
}

t.test(
  'every list has pages of the requested size, and a cursor to the next page [c1-lists-shape]',
  async (t) => {
    const tenant = await furnishedOrg(service)
    for (const { path, operation } of lists) {
      const names = parametersOf(document, operation, 'query').map(({ name }) => name)
      if (!names.includes('limit')) continue
      const kind = path.startsWith('/webhooks') ? 'subscriptions' : (path.split('/')[1] ?? '')
      const address = path.includes('{') ? path.replace('{id}', tenant.idOf(kind)) : path
      const { body } = await tenant.call('GET', `${address}?limit=1`)
      t.ok(body.data.length <= 1, path)
      for (const query of [
        'limit=0',
        'limit=101',
        'limit=1e999',
        'limit=0x10',
        'limit=1e1',
        'limit=%201',
        'limit=1%20',
        'limit=',
        'limit=2.0',
        'limit=%2B2',
        'limit=x',
        'cursor=x',
        'nothing=x',
      ]) {
        t.equal((await tenant.call('GET', `${address}?${query}`)).status, 400, `${path}?${query}`)
      }
      if (body.nextCursor === null) continue
      const next = await tenant.call('GET', `${address}?limit=1&cursor=${body.nextCursor}`)
      t.equal(next.status, 200, path)
      t.not(next.body.data[0]?.id, body.data[0].id, path)
    }
  },
)
