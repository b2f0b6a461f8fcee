import { randomBytes } from 'node:crypto'
import { newId } from '@mediajobs/db'
import {
  clientDeliveries,
  customerGroupMembers,
  customers,
  leads,
  media,
  mediaPreviews,
  orderForms,
  orders,
  projectReschedules,
  projectVisits,
  revisionItems,
  revisions,
  timeOff,
} from '@mediajobs/db/schema'
import { randomBase62 } from '@mediajobs/domain'
import type { TestApp, TestOrganization, TestResponse } from './app.ts'
import type { Document, Operation } from './document.ts'
import { examplesOf, exampleWith, withFreshTexts } from './examples.ts'

/** An organization with a record of every kind. */
export interface FurnishedOrg {
  org: TestOrganization
  /** First path segments: `projects`, `customers` … */
  kinds: readonly string[]
  /** The id of the record of this kind. */
  idOf(kind: string): string
  call(method: string, path: string, body?: unknown): Promise<TestResponse>
  /** Creates a record by POST. Throws if refused. */
  make(path: string, body?: unknown): Promise<TestResponse['body']>
  /** The documented examples of each kind with `POST /kind` and `GET /kind/{id}`. */
  plainKinds: ReadonlyMap<string, readonly unknown[]>
  /** Creates a record of a plain kind from an example, with fresh texts. */
  makeExample(kind: string, example: unknown): Promise<TestResponse['body']>
}

/** The kind of record that the id in `path` refers to; `otherwise` without an id. */
export function kindOfPath(path: string, otherwise = ''): string {
  if (!path.includes('{')) return otherwise
  const [, first = '', second] = path.split('/')
  if (path.startsWith('/media/project/')) return 'projects'
  if (first !== 'webhooks') return first
  return second === 'deliveries' ? 'webhook-deliveries' : 'subscriptions'
}

export async function furnishedOrg(api: TestApp): Promise<FurnishedOrg> {
  const org = await api.createOrg()
  const { call, make } = org
  const customer = await make('/customers', { name: 'C', email: 'customer@furnished.test' })
  const plan = await make('/packages', { name: 'Offer', priceAmount: 10_000, currency: 'USD' })
  const discount = await make('/discounts', { code: 'SPRING', percentBasisPoints: 1_000 })
  const project = await make('/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  await call('PUT', `/projects/${project.id}/website`, { headline: 'Lake view' })
  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 100 }]
  const invoice = await make('/invoices', { customerId: customer.id, currency: 'USD', lineItems })
  const payment = await addPayment({ make, call }, customer.id)
  const subscription = await make('/webhooks/subscriptions', {
    url: 'https://furnished.example/webhooks',
    events: ['PROJECT_CREATED'],
  })
  const delivery = await make(`/webhooks/subscriptions/${subscription.id}/test`)
  const bulkImport = await make('/bulk-imports/customers', {
    rows: [{ externalId: 'row-1', name: 'Row', email: 'row@furnished.test' }],
  })
  const apiKey = await make('/api-keys', { name: 'Reader', scopes: ['READ'] })
  const person = await api.createMember(org, 'TECHNICIAN')
  await make(`/users/${person.userId}/calendar`)
  await addTimeOff(api, org.organizationId, person.userId)
  await addVisits(api, project, person.userId)
  await api.store.sql.orm
    .insert(leads)
    .values({ organizationId: org.organizationId, id: newId(), projectId: project.id, name: 'Sam' })
  const happened = await call('GET', '/events?limit=1')
  await addOrder(api, org.organizationId)
  const ids: Record<string, string> = {
    customers: customer.id,
    packages: plan.id,
    discounts: discount.id,
    projects: project.id,
    invoices: invoice.id,
    payments: payment.id,
    subscriptions: subscription.id,
    'webhook-deliveries': delivery.id,
    'bulk-imports': bulkImport.id,
    'api-keys': apiKey.id,
    users: person.userId,
    events: happened.body.data[0].id,
    orders: await addOrder(api, org.organizationId),
    media: await addMedia(api, org.organizationId, project.id),
    // The original of an altered media item.
    originals: await addMedia(api, org.organizationId, project.id),
  }
  await addRevision(api, org.organizationId, project.id, ids.media ?? '')
  const idOf = (kind: string) => {
    const { [kind]: id } = ids
    if (id === undefined) throw new Error(`no record of kind ${kind}`)
    return id
  }
  const document = api.app.openApi() as unknown as Document
  const kinds = plainKinds(document)
  const makeExample = (kind: string, example: unknown) => {
    const fresh = withFreshTexts(document, document.paths[`/${kind}`]?.post as Operation, example)
    const body = exampleWith(fresh, (other) => ids[other])
    return make(`/${kind}`, body)
  }
  // Covers new kinds without a change here.
  for (const [kind, [example]] of kinds) ids[kind] ??= (await makeExample(kind, example)).id
  await addGroupMember(api, org.organizationId, idOf('customer-groups'))
  return {
    org,
    kinds: Object.keys(ids),
    idOf,
    call,
    make,
    plainKinds: new Map(kinds),
    makeExample,
  }
}

function plainKinds({ paths }: Document): [kind: string, examples: unknown[]][] {
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const isRecord = post?.requestBody && paths[`${path}/{id}`]?.get && path.lastIndexOf('/') === 0
    return isRecord ? [[path.slice(1), examplesOf(post)]] : []
  })
}

/** A partial payment of another invoice, with a refund. */
async function addPayment(
  { make, call }: Pick<FurnishedOrg, 'make' | 'call'>,
  customerId: string,
): Promise<{ id: string }> {
  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 1_000 }]
  const { id } = await make('/invoices', { customerId, currency: 'USD', lineItems })
  await make(`/invoices/${id}/send`)
  await make(`/invoices/${id}/pay`, { paymentAmount: 500 })
  const { body } = await call('GET', `/payments?invoiceId=${id}`)
  const [payment] = body.data
  await make(`/payments/${payment.id}/refunds`, { refundAmount: 1 })
  return payment
}

/** An order of a form without scheduling, awaiting confirmation by staff. */
async function addOrder({ store }: TestApp, organizationId: string): Promise<string> {
  const { orm } = store.sql
  const [formId, id] = [newId(), newId()]
  const now = new Date().toISOString()
  await orm.insert(orderForms).values({
    organizationId,
    id: formId,
    publicId: randomBase62(22),
    name: 'Floor plans',
    packageIds: [],
    addOnIds: [],
    questions: [],
    scheduling: 'NONE',
    slotMinutes: 30,
    noticeHours: 24,
    horizonDays: 31,
    travelMinutes: 0,
    payment: 'NONE',
    confirmation: 'BY_STAFF',
    frameAncestors: [],
  })
  await orm.insert(orders).values({
    organizationId,
    id,
    formId,
    status: 'REQUESTED',
    holdTokenHash: randomBytes(32),
    tokenHash: randomBytes(32),
    durationMinutes: 60,
    selection: { packageId: null, addOnIds: [], discountCode: null },
    addressLine1: '1 Main Street',
    answers: [],
    customerName: 'O',
    customerEmail: 'order@furnished.test',
    currency: 'USD',
    lineItems: [{ description: 'Floor plan', quantity: 1, unitAmount: 100, taxBasisPoints: null }],
    totalAmount: 100,
    dueAmount: 0,
    placedAt: now,
  })
  return id
}

/** A customer with the id of their group: paths with two ids are tested with one id for both. */
async function addGroupMember(
  api: TestApp,
  organizationId: string,
  groupId: string,
): Promise<void> {
  const { orm } = api.store.sql
  await orm
    .insert(customers)
    .values({ organizationId, id: groupId, name: 'Member', email: 'member@furnished.test' })
  await orm
    .insert(customerGroupMembers)
    .values({ organizationId, id: newId(), groupId, customerId: groupId, role: 'MEMBER' })
}

/** Time off with its person's id: paths with two ids are tested with one id for both. */
async function addTimeOff(api: TestApp, organizationId: string, userId: string): Promise<void> {
  await api.store.sql.orm.insert(timeOff).values({
    organizationId,
    id: userId,
    userId,
    startsAt: '2026-08-03T00:00:00.000Z',
    endsAt: '2026-08-17T00:00:00.000Z',
  })
}

/** The project's own appointment, with the project's id for paths with both ids; and a second visit. */
async function addVisits(
  api: TestApp,
  { organizationId, id: projectId, scheduledTime }: Record<string, string>,
  technicianId: string,
): Promise<void> {
  const fields = {
    organizationId: organizationId ?? '',
    projectId: projectId ?? '',
    scheduledTime: scheduledTime ?? '',
  }
  await api.store.sql.orm.insert(projectReschedules).values({
    ...fields,
    id: newId(),
    previousTime: fields.scheduledTime,
    byCustomer: false,
    feeAmount: 0,
    isFeeWaived: false,
  })
  await api.store.sql.orm.insert(projectVisits).values([
    { ...fields, id: fields.projectId, kind: 'SHOOT', isMirrored: true },
    {
      ...fields,
      id: newId(),
      kind: 'TWILIGHT',
      scheduledTime: '2026-05-01T18:30:00.000Z',
      technicianId,
    },
  ])
}

/** Inserts only the record, without an object in the store. */
async function addMedia(api: TestApp, organizationId: string, projectId: string): Promise<string> {
  const id = newId()
  await api.store.sql.orm.insert(media).values({
    organizationId,
    id,
    projectId,
    type: 'PHOTO',
    filename: 'front.jpg',
    key: `${organizationId}/${id}`,
    contentType: 'image/jpeg',
    size: 5,
    cdnUrl: `https://cdn.test/${id}`,
    position: 0,
  })
  await api.store.sql.orm
    .insert(mediaPreviews)
    .values({ organizationId, mediaId: id, keySecret: randomBytes(32) })
  return id
}

/** A completed revision. Both it and its item have the project's id, for paths with all three ids. */
async function addRevision(
  api: TestApp,
  organizationId: string,
  projectId: string,
  mediaId: string,
): Promise<void> {
  const { orm } = api.store.sql
  const [deliveryId, ofProject] = [newId(), { organizationId, projectId }]
  const at = '2026-05-02T09:30:00.000Z'
  const token = { tokenHash: randomBytes(32), tokenEncrypted: '' }
  await orm
    .insert(clientDeliveries)
    .values({ ...ofProject, ...token, id: deliveryId, mediaIds: [mediaId], revokedAt: at })
  await orm
    .insert(revisions)
    .values({ ...ofProject, id: projectId, deliveryId, round: 1, resolvedAt: at })
  await orm.insert(revisionItems).values({
    ...ofProject,
    id: projectId,
    revisionId: projectId,
    position: 1,
    mediaId,
    comment: 'Brighter, please',
    status: 'DONE',
  })
}
