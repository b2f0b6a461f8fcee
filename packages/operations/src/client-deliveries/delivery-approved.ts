import { customers } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import type { Project } from '../projects/project.ts'
import { publishEvent } from '../publish-event.ts'
import { type DeliveryLinks, tokenRow } from './create-delivery.ts'
import type { LockedDelivery } from './delivery-row.ts'

interface Approval extends LockedDelivery {
  /** Null when the client approved it. */
  approvedByUserId: string | null
}

/** Publishes DELIVERY_APPROVED with exactly the fields of docs/interface.md#i6-approved-data. */
export async function publishApproved(
  tx: Tx,
  { project, delivery, approvedByUserId }: Approval,
  { keyRing, deliveryBaseUrl }: DeliveryLinks,
): Promise<void> {
  const { organizationId, id, customerId, approvedAt, city, region, status } = project
  if (approvedAt === null) throw new Error('DELIVERY_APPROVED needs an approved project')
  const row = tokenRow(organizationId, delivery.id)
  const deliveryToken = keyRing.decrypt(delivery.tokenEncrypted, row)
  publishEvent(tx, organizationId, 'DELIVERY_APPROVED', {
    projectId: id,
    deliveryToken,
    customerId,
    customerEmail: await customerEmail(tx, project),
    approvedByUserId,
    approvedAt,
    project: {
      address: addressOf(project),
      city,
      region,
      status,
      deliveryUrl: `${deliveryBaseUrl}/${deliveryToken}`,
    },
  })
}

function addressOf({ addressLine1, addressLine2 }: Project): string | null {
  return [addressLine1, addressLine2].filter(Boolean).join(', ') || null
}

async function customerEmail(
  tx: Tx,
  { organizationId, customerId }: Project,
): Promise<string | null> {
  if (customerId === null) return null
  const [customer] = await tx.orm
    .select({ email: customers.email })
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), eq(customers.id, customerId)))
  return customer?.email ?? null
}
