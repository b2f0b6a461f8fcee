import { memberships } from '@mediajobs/db/schema'
import { PROJECT_FIELDS } from '@mediajobs/domain'
import { exampleOf, portableFields } from '@mediajobs/domain/fields'
import type { Member, TestApp } from '@mediajobs/testing/api/app'
import type { FurnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { put } from '@mediajobs/testing/api/studio'

// Several batches of an export.
const MANY_EVENTS = 1_200

const PORTABLE: readonly string[] = portableFields(PROJECT_FIELDS)

/** A project with every field that a bulk import accepts, as in responses. */
export const EVERY_FIELD = {
  ...Object.fromEntries(
    Object.entries(exampleOf(PROJECT_FIELDS)).filter(([name]) => PORTABLE.includes(name)),
  ),
  scheduledTime: '2026-05-01T09:30:00.000Z',
  addressLine1: '1 Main “Street”',
  addressLine2: 'Apt; 2, left',
  city: 'Zürich',
  postalCode: '08001',
  notes: 'two\nlines, a \\ and an emoji 🏡',
}

interface Organizations {
  studio: FurnishedOrg
  other: FurnishedOrg
  /** A member of the studio, who also joins the other. */
  shared: Member
}

/**
 * Adds records for exports and erasures that furnished organizations lack. Returns the key of an object in the store.
 */
export async function furnishMore(
  service: TestApp,
  { studio, other, shared }: Organizations,
): Promise<string> {
  const { sql } = service.store
  const { organizationId, key } = studio.org
  await sql.orm.insert(memberships).values({
    organizationId: other.org.organizationId,
    userId: shared.userId,
    accountId: shared.userId,
    acceptedAt: new Date().toISOString(),
    name: 'Shared',
    role: 'EDITOR',
  })
  await shared.token()
  await studio.org.token()
  const customerId = studio.idOf('customers')
  const own = { name: 'Anne “Ann” Ågent', email: 'ann@studio.test', externalId: 'crm-7' }
  const named = await studio.make('/customers', { ...own, phone: '+1 555', company: 'Ågent & Co' })
  await studio.make('/projects/create', { ...EVERY_FIELD, customerId })
  await studio.make('/projects/create', {
    scheduledTime: '2026-06-01T10:00:00+02:00',
    externalId: 'order-1',
    customerId: named.id,
    packageId: studio.idOf('packages'),
    discountCode: 'spring',
    editorId: shared.userId,
  })
  await studio.make(`/invoices/${studio.idOf('invoices')}/send`)
  const headers = { 'idempotency-key': 'once' }
  await service.request('POST', '/customers', {
    key,
    headers,
    body: { name: 'Once', email: 'once@studio.test' },
  })
  await sql.query(
    `insert into events (organization_id, id, name, data)
     select $1, uuid_v7(), 'PROJECT_DELIVERED', json_build_object('deliveryToken', 'shown-once', 'n', n)
     from generate_series(1, ${MANY_EVENTS}) as n`,
    [organizationId],
  )
  return upload(studio)
}

async function upload(studio: FurnishedOrg): Promise<string> {
  const projectId = studio.idOf('projects')
  const file = { projectId, filename: 'back.jpg' }
  const asked = { ...file, contentType: 'image/jpeg', mediaType: 'PHOTO' }
  const presigned = await studio.make('/media/presign', asked)
  await put(presigned.uploadUrl, 'bytes')
  const sent = { ...file, type: 'PHOTO', size: 5, key: presigned.key }
  const { key } = await studio.make('/media/confirm-upload', sent)
  return key
}
