import { randomBytes, randomUUID } from 'node:crypto'
import { newId } from '@mediajobs/db'
import {
  archives,
  billedProjects,
  clientDeliveries,
  leads,
  logos,
  mails,
  orders,
  payLinks,
  paymentAccounts,
  paymentHints,
  portalSessions,
  portalSignInRequests,
  portalSignIns,
  publicOriginals,
  revisionItems,
  revisions,
  unsubscribeTokens,
  websites,
  websiteViews,
} from '@mediajobs/db/schema'
import type { TestApp } from '@mediajobs/testing/api/app'
import type { FurnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { eq } from 'drizzle-orm'

/** Adds rows to the tenant tables that `furnishedOrg` leaves empty. */
export async function furnishRest(
  { store }: TestApp,
  { org, idOf, make, call }: FurnishedOrg,
): Promise<void> {
  const projectId = idOf('projects')
  await make('/users', { email: `${randomUUID()}@example.test`, name: 'Invited', role: 'EDITOR' })
  const file = { filename: 'front.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
  await make('/media/presign', { projectId, ...file })
  const scheduledTime = '2026-06-01T09:30:00Z'
  await call('POST', `/projects/${projectId}/reschedule`, { scheduledTime })
  await call('PATCH', `/projects/${projectId}/status`, { status: 'CANCELLED' })
  await store.sql.query(
    `insert into webhook_pauses (organization_id, subscription_id, began_at, ended_at)
     select organization_id, id, now() - interval '2 days', now() - interval '1 day'
     from webhook_subscriptions where organization_id = $1`,
    [org.organizationId],
  )
  await store.sql.query(
    `insert into api_key_calls (organization_id, api_key_id, day, status, calls)
     select organization_id, id, current_date, 200 + random() * 300, 1 from api_keys
     where organization_id = $1 limit 1`,
    [org.organizationId],
  )
  await store.sql.query(
    `insert into api_requests (organization_id, id, request_id, method, route, status, duration_ms, user_id)
     values ($1, uuid_v7(), 'none', 'GET', '/projects', 200, 1, $2)`,
    [org.organizationId, org.userId],
  )
  await store.sql.query(
    `insert into webhook_hours (organization_id, subscription_id, hour, at_most_ms, shard, succeeded, failed)
     select organization_id, id, date_trunc('hour', now()), 100, 0, 1, 1
     from webhook_subscriptions where organization_id = $1`,
    [org.organizationId],
  )
  await store.sql.query(
    `insert into webhook_moments (organization_id, subscription_id, next_at, per_second, taken)
     select organization_id, id, now(), 1, 1 from webhook_subscriptions where organization_id = $1`,
    [org.organizationId],
  )
  const { orm } = store.sql
  const { organizationId } = org
  const [deliveryId, revisionId] = [newId(), newId()]
  const mediaId = idOf('media')
  const ofProject = { organizationId, projectId }
  await orm.insert(clientDeliveries).values({
    ...ofProject,
    id: deliveryId,
    tokenHash: randomBytes(32),
    tokenEncrypted: '',
    mediaIds: [mediaId],
    deliveredByUserId: org.userId,
  })
  await orm.insert(revisions).values({ ...ofProject, id: revisionId, deliveryId, round: 2 })
  await orm
    .insert(revisionItems)
    .values({ ...ofProject, id: newId(), revisionId, position: 1, mediaId, comment: 'Brighter' })
  const leadId = newId()
  await orm
    .update(websites)
    .set({ mediaIds: [mediaId] })
    .where(eq(websites.projectId, projectId))
  await orm.insert(leads).values({ ...ofProject, id: leadId, name: 'Lead', phone: '1' })
  await orm
    .insert(websiteViews)
    .values({ ...ofProject, day: '2026-05-01', which: 'BRANDED', count: 1 })
  const customerId = idOf('customers')
  await orm.insert(mails).values({
    ...ofProject,
    id: newId(),
    kind: 'DELIVERY',
    status: 'SENT',
    recipient: 'customer@furnished.test',
    userId: org.userId,
    customerId,
    deliveryId,
    revisionId,
    leadId,
    expiresAt: '2199-12-31T00:00:00.000Z',
  })
  await orm
    .insert(unsubscribeTokens)
    .values({ organizationId, customerId, tokenHash: randomBytes(32) })
  await orm.insert(archives).values({
    ...ofProject,
    id: newId(),
    deliveryId,
    tokenHash: randomBytes(32),
    size: 'original',
    mediaIds: [mediaId],
    expiresAt: '2199-12-31T00:00:00.000Z',
  })
  await orm.insert(logos).values({
    organizationId,
    uploadKey: `staging/${organizationId}/logo`,
    nextKey: `${organizationId}/derived/next.png`,
    key: `${organizationId}/derived/logo.png`,
    previousKey: `${organizationId}/derived/previous.png`,
  })
  await orm.insert(publicOriginals).values({
    ...ofProject,
    mediaId,
    publicId: randomUUID(),
    originalMediaId: mediaId,
    kind: 'SKY',
    alteredKey: `${organizationId}/derived/altered.webp`,
  })
  await orm.insert(orders).values({
    organizationId,
    id: newId(),
    formId: idOf('order-forms'),
    status: 'HELD',
    holdTokenHash: randomBytes(32),
    durationMinutes: 60,
    selection: { packageId: null, addOnIds: [], discountCode: null },
  })
  await orm.insert(paymentAccounts).values({
    organizationId,
    id: newId(),
    provider: 'STRIPE',
    secretKeyEncrypted: '',
    tokenHash: randomBytes(32),
    tokenEncrypted: '',
    livemode: false,
    state: 'READY',
  })
  await orm.insert(paymentHints).values({ organizationId, eventId: `evt_${newId()}` })
  await orm
    .insert(payLinks)
    .values({ organizationId, invoiceId: idOf('invoices'), tokenHash: randomBytes(32) })
  await orm
    .insert(billedProjects)
    .values({ ...ofProject, invoiceId: idOf('invoices'), isBilled: false })
  const link = {
    organizationId,
    customerId,
    tokenHash: randomBytes(32),
    expiresAt: '2199-12-31T00:00:00.000Z',
  }
  await orm.insert(portalSignIns).values(link)
  await orm.insert(portalSessions).values({ ...link, id: newId() })
  await orm
    .insert(portalSignInRequests)
    .values({ organizationId, id: newId(), email: 'customer@furnished.test' })
}
