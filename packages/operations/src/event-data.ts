import type { ProjectStatus } from '@mediajobs/domain'
import type { Customer } from './customers.ts'
import type { Invoice } from './invoices/invoices.ts'
import type { Project } from './projects/project.ts'
import type { RequestedItem } from './revisions.ts'

interface Occurred {
  occurredAt: string
}

interface OfProject extends Occurred {
  projectId: string
  project: Project
}

interface OfInvoice extends Occurred {
  invoiceId: string
  invoice: Invoice
}

interface OfCustomer extends Occurred {
  customerId: string
  customer: Customer
}

/** The fields of each event beside `event` and `orgId`: docs/contract.md#c7-payload */
export interface EventData {
  PROJECT_CREATED: OfProject
  PROJECT_ASSIGNED: OfProject & {
    role: 'TECHNICIAN' | 'EDITOR'
    userId: string
    previousUserId: string | null
  }
  PROJECT_STATUS_CHANGED: OfProject & { fromStatus: ProjectStatus; toStatus: ProjectStatus }
  PROJECT_DELIVERED: OfProject & { deliveryToken: string; deliveryUrl: string }
  DELIVERY_APPROVED: ApprovedDelivery
  INVOICE_CREATED: OfInvoice
  INVOICE_SENT: OfInvoice
  INVOICE_PAID: OfInvoice
  INVOICE_VOIDED: OfInvoice
  CUSTOMER_CREATED: OfCustomer
  CUSTOMER_UPDATED: OfCustomer & { changed: string[] }
  REVISION_REQUESTED: OfProject & RequestedRevision
  WEBHOOK_DISABLED: Occurred & {
    subscriptionId: string
    url: string
    disabledReason: string
    failingSince: string
  }
}

/** A round, as it was asked for. */
interface RequestedRevision {
  revisionId: string
  deliveryId: string
  round: number
  comment: string | null
  items: RequestedItem[]
  /** Null when the client asked by token. */
  requestedByUserId: string | null
}

/** Exactly these fields: docs/interface.md#i6-approved-data */
interface ApprovedDelivery {
  projectId: string
  deliveryToken: string
  customerId: string | null
  customerEmail: string | null
  /** Null when the client approved it. */
  approvedByUserId: string | null
  approvedAt: string
  project: {
    address: string | null
    city: string | null
    region: string | null
    status: ProjectStatus
    deliveryUrl: string
  }
}
