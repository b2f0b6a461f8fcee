import { Type } from '@sinclair/typebox'
import { ProjectStatus } from '../enumerations.ts'
import type { EventSchemas } from '../event-schemas.ts'
import { Id, Instant, Nullable } from '../schemas.ts'

/** The payload of an approval: exactly these fields (docs/interface.md#i6-approved-data). */
export const clientDeliveryEvents = {
  DELIVERY_APPROVED: {
    projectId: Id,
    deliveryToken: Type.String(),
    customerId: Nullable(Id),
    customerEmail: Nullable(Type.String()),
    approvedByUserId: Nullable(Id),
    approvedAt: Instant,
    project: Type.Object(
      {
        address: Nullable(Type.String()),
        city: Nullable(Type.String()),
        region: Nullable(Type.String()),
        status: ProjectStatus,
        deliveryUrl: Type.String(),
      },
      { title: 'ApprovedProject' },
    ),
  },
} satisfies Partial<EventSchemas>
