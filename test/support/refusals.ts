import { randomUUID } from 'node:crypto'
import {
  MAX_LIVE_API_KEYS,
  MAX_MEDIA_OF_PROJECT,
  MAX_SUBSCRIPTIONS,
  MAX_WAITING_IMPORTS,
} from '@mediajobs/domain'
import type { TestApp, TestOrganization } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import type { FurnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { put } from '@mediajobs/testing/api/studio'

/** The stages of docs/contract.md#c1-order, with the usual response of each. */
export const STAGES = {
  unknown: [401, 'api_key_invalid'],
  organization: [400, 'invalid_request'],
  foreign: [404, 'not_found'],
  limited: [429, 'rate_limited'],
  scope: [403, 'scope_missing'],
  role: [403, 'role_forbids'],
  large: [413, 'body_too_large'],
  type: [415, 'unsupported_media_type'],
  invalid: [400, 'invalid_request'],
  reused: [422, 'idempotency_key_reused'],
  missing: [404, 'not_found'],
  move: [403, 'role_forbids_move'],
  version: [412, 'version_mismatch'],
  conflict: [409, null],
} as const
export type Stage = keyof typeof STAGES

/** A reason to refuse a request. */
export interface Refusal {
  stage: Stage
  /** Default: that of the stage. */
  code?: string
  /** The id or the token in the path. */
  id?: string
  body?: object
  headers?: Record<string, string>
  query?: string
  /** Body length in bytes. */
  length?: number
  caller?: 'unknown' | 'limited' | 'scope' | 'role'
  /** Needs a session instead of a key. */
  session?: true
  /** The organization that calls. */
  org?: TestOrganization
  /** Depends on the record, so it comes after the 404 of the path. */
  needsRecord?: true
  /** Made by the operation, not by a schema, so after the lookup of the `Idempotency-Key`. */
  isByOperation?: true
  /** Depends on the delivery in force. */
  needsDelivery?: true
}

export const UNKNOWN_ID = randomUUID()

const invalid = (body: object): Refusal => ({ stage: 'invalid', body })
const invalidHere = (body: object): Refusal => ({ ...invalid(body), isByOperation: true })
const invalidFor = (body: object): Refusal => ({ ...invalidHere(body), needsRecord: true })
const missing = (body: object): Refusal => ({ stage: 'missing', body })
const conflict = (code: string, body: object = {}, id?: string): Refusal => ({
  stage: 'conflict',
  code,
  body,
  ...(id !== undefined && { id }),
})

const UNKNOWN_CODE = { discountCode: 'NO-SUCH-CODE' }
const FOREIGN_ITEM = { items: [{ mediaId: UNKNOWN_ID, comment: 'Brighter' }] }

/**
 * The refusals specific to each operation, by its id, and the token of a delivery on which the client may decide.
 */
export async function ownRefusals(
  service: TestApp,
  studio: FurnishedOrg,
): Promise<{ own: Record<string, Refusal[]>; token: string }> {
  const { idOf, make } = studio
  const other = await make('/customers', {
    name: 'Other',
    email: 'other@order.test',
    externalId: 'taken',
  })
  const projectOf = (body: object = {}) =>
    make('/projects/create', { scheduledTime: '2026-05-01T09:30:00Z', ...body })
  await projectOf({ externalId: 'taken' })
  const otherUrl = 'https://taken.example/webhooks'
  await make('/webhooks/subscriptions', { url: otherUrl, events: ['PROJECT_CREATED'] })
  const takenCode = await make('/discounts', { code: 'TAKEN', percentBasisPoints: 100 })
  const held = await make('/discounts', {
    code: 'HELD',
    percentBasisPoints: 100,
    maxRedemptions: 5,
  })
  for (let n = 0; n < 2; n += 1) await projectOf({ discountCode: 'HELD' })
  const taken = {
    createProject: [conflict('duplicate_external_id', { externalId: 'taken' })],
    createCustomer: [
      conflict('duplicate_email', { email: other.email }),
      conflict('duplicate_external_id', { externalId: 'taken' }),
    ],
    createDiscount: [conflict('duplicate_code', { code: takenCode.code })],
    createSubscription: [conflict('duplicate_url', { url: otherUrl })],
  }
  const { token, ...projects } = await ofProjects(service, studio)
  const own = joined(
    taken,
    {
      createProject: [
        invalidHere(UNKNOWN_CODE),
        missing({ customerId: UNKNOWN_ID }),
        missing({ technicianId: UNKNOWN_ID }),
      ],
      updateProject: [
        // Needs the record: a project may keep a code that no longer exists.
        invalidFor(UNKNOWN_CODE),
        missing({ customerId: UNKNOWN_ID }),
        missing({ packageId: UNKNOWN_ID }),
        ...taken.createProject,
      ],
      assignCustomer: [missing({ customerId: UNKNOWN_ID })],
      assignTechnician: [missing({ userId: UNKNOWN_ID })],
      changeProjectStatus: [invalid({ status: 'NO_STATUS' })],
      deliverProject: [invalidHere({ expiresAt: '2020-01-01T00:00:00Z' })],
      createCustomer: [invalid({ name: 5 })],
      updateCustomer: [invalid({ name: 5 }), ...taken.createCustomer],
      deleteCustomer: [conflict('customer_in_use')],
      quotePrice: [
        invalidHere(UNKNOWN_CODE),
        missing({ packageId: UNKNOWN_ID }),
        missing({ selectedAddOnIds: [UNKNOWN_ID] }),
      ],
      createDiscount: [invalid({ percentBasisPoints: -1 })],
      updateDiscount: [
        invalidFor({ startsAt: '2027-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' }),
        ...taken.createDiscount,
        conflict('max_redemptions_too_low', { maxRedemptions: 1 }, held.id),
      ],
      createSubscription: [
        invalidHere({ headers: { host: 'x' } }),
        missing({ filter: { customerIds: [UNKNOWN_ID] } }),
      ],
      updateSubscription: [
        invalidHere({ headers: { host: 'x' } }),
        invalidFor({ headers: { 'x-new': '********' } }),
        missing({ filter: { customerIds: [UNKNOWN_ID] } }),
        ...taken.createSubscription,
      ],
      updateMedia: [
        invalidFor({ alteredFromMediaId: idOf('media') }),
        missing({ alteredFromMediaId: UNKNOWN_ID }),
      ],
      updateRevisionItem: [
        invalid({ status: 'NO_STATUS' }),
        missing({ resolvedMediaId: UNKNOWN_ID }),
      ],
    },
    await ofPeople(service, studio),
    await ofInvoices(studio),
    await ofSubscriptions(studio),
    projects,
    await ofUploads(service, studio),
    await ofFullOrganization(service),
  )
  return { own, token }
}

function joined(...tables: Record<string, Refusal[]>[]): Record<string, Refusal[]> {
  const all: Record<string, Refusal[]> = {}
  for (const [operation, refusals] of tables.flatMap((table) => Object.entries(table))) {
    all[operation] = [...(all[operation] ?? []), ...refusals]
  }
  return all
}

async function ofPeople(service: TestApp, { call, make, org }: FurnishedOrg) {
  const { userId: inactive } = await service.createMember(org, 'EDITOR')
  await call('PATCH', `/users/${inactive}`, { active: false })
  const [replaced, revoked] = [
    await make('/api-keys', { name: 'Replaced', scopes: ['READ'] }),
    await make('/api-keys', { name: 'Revoked', scopes: ['READ'] }),
  ]
  await make(`/api-keys/${replaced.id}/rotate`, {})
  await call('DELETE', `/api-keys/${revoked.id}`)
  return {
    createUser: [invalid({ name: 5 }), conflict('duplicate_email', { email: org.email })],
    updateUser: [conflict('last_admin', { role: 'EDITOR' }, org.userId)],
    createCalendar: [conflict('user_inactive', {}, inactive)],
    inviteUserAgain: [conflict('already_accepted'), conflict('user_inactive', {}, inactive)],
    rotateApiKey: [
      conflict('api_key_replaced', {}, replaced.id),
      conflict('api_key_ended', {}, revoked.id),
    ],
  }
}

async function ofInvoices({ idOf, make }: FurnishedOrg) {
  const draft = () =>
    make('/invoices', {
      customerId: idOf('customers'),
      currency: 'USD',
      lineItems: [{ description: 'Photos', quantity: 1, unitAmount: 100 }],
    })
  const [sent, paid, voided] = [await draft(), await draft(), await draft()]
  for (const { id } of [sent, paid]) await make(`/invoices/${id}/send`)
  await make(`/invoices/${paid.id}/pay`)
  await make(`/invoices/${voided.id}/void`)
  const asPaid = conflict('invoice_is_paid', {}, paid.id)
  const asVoided = conflict('invoice_is_voided', {}, voided.id)
  const asSent = conflict('invoice_is_sent', {}, sent.id)
  return {
    createInvoice: [
      invalid({ currency: 'NONE' }),
      missing({ customerId: UNKNOWN_ID }),
      missing({ projectId: UNKNOWN_ID }),
    ],
    updateInvoice: [
      // A withdrawn currency, which an existing record may have.
      invalidFor({ currency: 'DEM' }),
      missing({ customerId: UNKNOWN_ID }),
      missing({ projectId: UNKNOWN_ID }),
      conflict('invoice_not_draft', {}, sent.id),
    ],
    sendInvoice: [asSent, asPaid, asVoided],
    payInvoice: [invalid({ method: 5 }), conflict('invoice_is_draft'), asPaid, asVoided],
    voidInvoice: [asPaid, asVoided],
  }
}

async function ofSubscriptions({ call, make }: FurnishedOrg) {
  const subscribed = (name: string) =>
    make('/webhooks/subscriptions', {
      url: `https://${name}.example/webhooks`,
      events: ['PROJECT_CREATED'],
    })
  const [off, rotated] = [await subscribed('off'), await subscribed('rotated')]
  const test = await make(`/webhooks/subscriptions/${off.id}/test`)
  await call('PATCH', `/webhooks/subscriptions/${off.id}`, { active: false })
  await make(`/webhooks/subscriptions/${rotated.id}/rotate-secret`, { overlapSeconds: 3_600 })
  const inactive = conflict('subscription_inactive', {}, off.id)
  return {
    retryWebhookDelivery: [
      conflict('delivery_still_due'),
      conflict('subscription_inactive', {}, test.id),
    ],
    recoverSubscription: [
      invalidHere({ since: '2026-05-02T00:00:00Z', until: '2026-05-01T00:00:00Z' }),
      inactive,
    ],
    sendTestEvent: [inactive],
    rotateSubscriptionSecret: [conflict('secret_overlap', { overlapSeconds: 3_600 }, rotated.id)],
  }
}

/** Also delivers the studio's project. */
async function ofProjects(service: TestApp, studio: FurnishedOrg) {
  const { call, idOf, make, org } = studio
  const { addMedia, addPreview, deliver } = await deliveringStudio(service, org)
  await make(`/projects/${idOf('projects')}/deliver`, { force: true })
  const customerId = idOf('customers')
  const plain = await make('/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
    customerId,
    packageId: idOf('packages'),
  })
  const [approved, moved, again] = [await deliver(), await deliver(), await deliver()]
  await approved.approve()
  await call('PATCH', `/projects/${moved.project.id}/status`, { status: 'IN_REVIEW' })
  const { token: superseded } = again
  await make(`/projects/${again.project.id}/deliver`, {})

  let [original, altered] = ['', '']
  const open = await deliver({}, {}, async (projectId) => {
    original = await addMedia(projectId, { position: 1 })
    const pair = { alteredFromMediaId: original, alterationKind: 'OTHER' as const }
    altered = await addMedia(projectId, { position: 2, ...pair, alterationNote: 'Sky' })
  })
  const item = { mediaId: altered, comment: 'Brighter' }
  const revised = await deliver({}, {}, async (projectId) => {
    item.mediaId = await addMedia(projectId)
  })
  await revised.requestRevision({ items: [item] })

  const LAST = { code: 'LAST', percentBasisPoints: 100, maxRedemptions: 1 }
  await make('/discounts', LAST)
  const booking = { scheduledTime: '2026-05-01T09:30:00Z', discountCode: 'LAST' }
  const cancelled = await make('/projects/create', booking)
  await call('PATCH', `/projects/${cancelled.id}/status`, { status: 'CANCELLED' })
  await make('/projects/create', booking)

  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 100 }]
  await make('/invoices', {
    customerId,
    projectId: plain.id,
    currency: 'USD',
    lineItems,
  })
  const waiting = await deliver({}, {}, async (projectId) => {
    await addPreview(await addMedia(projectId), { state: 'PENDING', crc32: null })
  })
  const lost = await deliver({}, {}, async (projectId) => {
    await addPreview(await addMedia(projectId), { state: 'REFUSED', crc32: null })
  })
  const archives = (field: 'token' | 'id') => {
    const idIn = ({ token, project }: typeof lost) => (field === 'id' ? project.id : token)
    return [
      conflict('archive_empty', {}, idIn(approved)),
      conflict('archive_not_ready', {}, idIn(waiting)),
      conflict('archive_file_missing', {}, idIn(lost)),
    ]
  }
  const none: Refusal = conflict('no_delivery_in_force', {}, plain.id)
  const leaving = conflict('discount_exhausted', { status: 'DELIVERED' }, cancelled.id)
  const items = conflict('open_revision_items', { status: 'DELIVERED' }, revised.project.id)
  const move: Refusal = { stage: 'move', caller: 'role', body: { status: 'DELIVERED' } }
  const foreign: Refusal = { ...invalidFor(FOREIGN_ITEM), needsDelivery: true }
  return {
    token: open.token,
    approveProject: [none, conflict('project_not_delivered', {}, moved.project.id)],
    requestProjectRevision: [
      foreign,
      none,
      conflict('project_not_delivered', {}, moved.project.id),
      conflict('already_approved', {}, approved.project.id),
    ],
    approveDelivery: [
      conflict('delivery_superseded', {}, superseded),
      conflict('project_not_delivered', {}, moved.token),
    ],
    requestRevision: [
      foreign,
      conflict('delivery_superseded', {}, superseded),
      conflict('project_not_delivered', {}, moved.token),
      conflict('already_approved', {}, approved.token),
    ],
    createArchive: archives('id'),
    getDeliveryArchive: archives('token'),
    changeProjectStatus: [move, leaving, items],
    deliverProject: [
      { ...move, body: {} },
      { ...leaving, body: {} },
      { ...items, body: {} },
    ],
    revokeDelivery: [{ ...move, body: {} }],
    draftProjectInvoice: [conflict('project_has_invoice', {}, plain.id)],
    updateMedia: [
      conflict('original_published', { alteredFromMediaId: null, alteration: null }, altered),
    ],
    deleteMedia: [conflict('original_delivered', {}, original)],
  }
}

async function ofUploads(service: TestApp, { make, org }: FurnishedOrg) {
  const { id: projectId } = await make('/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
  })
  const file = { filename: 'full.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
  const presigned = () => make('/media/presign', { projectId, ...file })
  const [confirmed, changed] = [await presigned(), await presigned()]
  for (const { uploadUrl } of [confirmed, changed]) await put(uploadUrl, 'pixels')
  const { query } = service.store.sql
  // As if an earlier confirm had found other bytes.
  await query(`update media_uploads set etag = 'other' where key = $1 returning id`, [changed.key])
  await query(
    `insert into media
       (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
     select $1, uuid_v7(), $2, 'PHOTO', n || '.jpg', 'full/' || n, 'image/jpeg', 5, 'https://cdn.test', n
     from generate_series(1, ${MAX_MEDIA_OF_PROJECT}) as n`,
    [org.organizationId, projectId],
  )
  const [older = { id: '' }] = await query<{ id: string }>(
    `update media set replaced_by_media_id = uuid_v7()
     where organization_id = $1 and project_id = $2 and position = 1 returning id`,
    [org.organizationId, projectId],
  )
  const replaced = { replacesMediaId: older.id }
  const sent = (key: string) => ({ filename: file.filename, size: 6, type: 'PHOTO', key })
  return {
    presignUpload: [conflict('too_many_media', { projectId })],
    presignUploads: [conflict('too_many_media', { projectId })],
    confirmUpload: [
      conflict('too_many_media', { projectId, ...sent(confirmed.key) }),
      conflict('upload_changed', { projectId, ...sent(changed.key) }),
      conflict('media_replaced', { projectId, ...sent(confirmed.key), ...replaced }),
    ],
    confirmUploads: [
      conflict('too_many_media', { projectId, files: [sent(confirmed.key)] }),
      conflict('upload_changed', { projectId, files: [sent(changed.key)] }),
      conflict('media_replaced', { projectId, files: [{ ...sent(confirmed.key), ...replaced }] }),
    ],
  }
}

/** Refusals in another organization, which has reached every limit on its records. */
async function ofFullOrganization(service: TestApp) {
  const org = await service.createOrg()
  const call = { key: org.key, body: { name: 'Full', scopes: ['READ'] } }
  const { body: apiKey } = await service.request('POST', '/api-keys', call)
  const { query } = service.store.sql
  await query(
    `insert into api_keys (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id)
     select $1, uuid_v7(), 'Full', '{READ}', 'mjk_', sha256(gen_random_uuid()::text::bytea), $2
     from generate_series(1, ${MAX_LIVE_API_KEYS})`,
    [org.organizationId, org.userId],
  )
  for (let n = 0; n < MAX_SUBSCRIPTIONS; n += 1) {
    const body = { url: `https://full-${n}.example/webhooks`, events: ['PROJECT_CREATED'] }
    await org.call('POST', '/webhooks/subscriptions', body)
  }
  for (let n = 0; n < MAX_WAITING_IMPORTS; n += 1) {
    const body = { rows: [{ externalId: `${n}`, name: 'Full', email: `full-${n}@order.test` }] }
    await org.call('POST', '/bulk-imports/customers', body)
  }
  const imports = [{ ...conflict('too_many_imports'), org }]
  return {
    importCustomers: imports,
    importProjects: imports,
    createApiKey: [{ ...conflict('too_many_api_keys'), org }],
    rotateApiKey: [{ ...conflict('too_many_api_keys', {}, apiKey.id), org }],
    createSubscription: [{ ...conflict('too_many_subscriptions'), org }],
  }
}
