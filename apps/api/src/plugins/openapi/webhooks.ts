import { EVENT_NAMES, type EventName, PROJECT_STATUSES } from '@mediajobs/domain'
import { type TProperties, Type } from '@sinclair/typebox'
import { Customer } from '../../customers/schemas.ts'
import { Invoice } from '../../invoices/schemas.ts'
import { Project } from '../../projects/schemas.ts'
import { Id, Instant, Nullable, OneOf } from '../../schemas.ts'

const ofProject = { projectId: Id, project: Project }
const ofInvoice = { invoiceId: Id, invoice: Invoice }
const ofCustomer = { customerId: Id, customer: Customer }
const Status = OneOf(PROJECT_STATUSES)

// What `data` holds beside `event`, `orgId` and `occurredAt`: contract, section 7.
const DATA: Record<Exclude<EventName, 'DELIVERY_APPROVED'>, TProperties> = {
  PROJECT_CREATED: ofProject,
  PROJECT_ASSIGNED: {
    ...ofProject,
    role: OneOf(['TECHNICIAN', 'EDITOR']),
    userId: Id,
    previousUserId: Nullable(Id),
  },
  PROJECT_STATUS_CHANGED: { ...ofProject, fromStatus: Status, toStatus: Status },
  PROJECT_DELIVERED: { ...ofProject, deliveryToken: Type.String(), deliveryUrl: Type.String() },
  INVOICE_CREATED: ofInvoice,
  INVOICE_SENT: ofInvoice,
  INVOICE_PAID: ofInvoice,
  INVOICE_VOIDED: ofInvoice,
  CUSTOMER_CREATED: ofCustomer,
  CUSTOMER_UPDATED: { ...ofCustomer, changed: Type.Array(Type.String()) },
}

// Interface, "Events": exactly these, no more.
const DELIVERY_APPROVED = {
  event: Type.Literal('DELIVERY_APPROVED'),
  orgId: Id,
  projectId: Id,
  deliveryToken: Type.String(),
  customerId: Nullable(Id),
  customerEmail: Nullable(Type.String()),
  approvedByUserId: Nullable(Id),
  approvedAt: Instant,
  project: Type.Object({
    address: Nullable(Type.String()),
    city: Nullable(Type.String()),
    region: Nullable(Type.String()),
    status: Status,
    deliveryUrl: Type.String(),
  }),
}

/** The body of the webhook that tells of `event`. */
function webhookBody(event: EventName) {
  const data =
    event === 'DELIVERY_APPROVED'
      ? DELIVERY_APPROVED
      : { event: Type.Literal(event), orgId: Id, occurredAt: Instant, ...DATA[event] }
  return Type.Object({
    id: Id,
    event: Type.Literal(event),
    timestamp: Type.String({ pattern: '^\\d+$', description: 'Unix seconds; what is signed' }),
    data: Type.Object(data),
  })
}

/** The `webhooks` of the document: each event, how it is posted, and how to answer it. */
export function webhookDocuments(): Record<string, object> {
  return Object.fromEntries(
    EVENT_NAMES.map((event) => [
      event,
      {
        post: {
          operationId: event,
          summary: `The webhook ${event}`,
          tags: ['events'],
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: webhookBody(event) } },
          },
          responses: {
            '2XX': { description: 'Received. Everything else is tried again on a fixed schedule.' },
          },
        },
      },
    ]),
  )
}

const header = (name: string, description: string) => ({
  component: `parameters/${name}`,
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const HEADERS = [
  header('X-Webhook-Id', 'The same at every try: deduplicate by it'),
  header('X-Webhook-Event', 'The name of the event'),
  header('X-Webhook-Signature', '`t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>`'),
]
