import { EVENT_NAMES, type EventName, TEST_EVENT } from '@mediajobs/domain'
import { type TProperties, Type } from '@sinclair/typebox'
import { Customer } from '../../customers/schemas.ts'
import { AssignedRole, ProjectStatus } from '../../enumerations.ts'
import { Invoice } from '../../invoices/schemas.ts'
import { Project } from '../../projects/schemas.ts'
import { Id, Instant, Nullable } from '../../schemas.ts'
import { WEBHOOK_TAG } from './tags.ts'

type PostedEvent = EventName | typeof TEST_EVENT

const POSTED_EVENTS: readonly PostedEvent[] = [...EVENT_NAMES, TEST_EVENT]

const ofProject = { projectId: Id, project: Project }
const ofInvoice = { invoiceId: Id, invoice: Invoice }
const ofCustomer = { customerId: Id, customer: Customer }

// What `data` holds beside `event`, `orgId` and `occurredAt`: docs/contract.md#c7-payload
const DATA: Record<Exclude<PostedEvent, 'DELIVERY_APPROVED'>, TProperties> = {
  PROJECT_CREATED: ofProject,
  PROJECT_ASSIGNED: {
    ...ofProject,
    role: AssignedRole,
    userId: Id,
    previousUserId: Nullable(Id),
  },
  PROJECT_STATUS_CHANGED: { ...ofProject, fromStatus: ProjectStatus, toStatus: ProjectStatus },
  PROJECT_DELIVERED: { ...ofProject, deliveryToken: Type.String(), deliveryUrl: Type.String() },
  INVOICE_CREATED: ofInvoice,
  INVOICE_SENT: ofInvoice,
  INVOICE_PAID: ofInvoice,
  INVOICE_VOIDED: ofInvoice,
  CUSTOMER_CREATED: ofCustomer,
  CUSTOMER_UPDATED: { ...ofCustomer, changed: Type.Array(Type.String()) },
  WEBHOOK_TEST: { subscriptionId: Id },
}

// Exactly these, no more: docs/interface.md#i6-approved-data
const DELIVERY_APPROVED = {
  event: Type.Literal('DELIVERY_APPROVED'),
  orgId: Id,
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
}

/** `PROJECT_CREATED` is `ProjectCreated`. */
function pascal(event: PostedEvent): string {
  const words = event.toLowerCase().split('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The body of the webhook for `event`. */
function webhookBody(event: PostedEvent) {
  const data =
    event === 'DELIVERY_APPROVED'
      ? DELIVERY_APPROVED
      : { event: Type.Literal(event), orgId: Id, occurredAt: Instant, ...DATA[event] }
  return Type.Object(
    {
      id: Id,
      event: Type.Literal(event),
      timestamp: Type.String({ pattern: '^[0-9]+$', description: 'Unix seconds; what is signed' }),
      data: Type.Object(data, { title: `${pascal(event)}Data` }),
    },
    { title: `${pascal(event)}Event` },
  )
}

/** The `webhooks` of the document: each event, how it is posted, and how to answer it. */
export function webhookDocuments(): Record<string, object> {
  return Object.fromEntries(POSTED_EVENTS.map((event) => [event, webhookOf(event)]))
}

function webhookOf(event: PostedEvent): object {
  const name = pascal(event)
  const description =
    event === TEST_EVENT
      ? 'Posted once for each call of `POST /webhooks/subscriptions/{id}/test`, whatever the subscription lists.'
      : 'Posted to every active subscription that lists it.'
  const operationId = name.charAt(0).toLowerCase() + name.slice(1)
  return posted({ operationId, summary: `The webhook ${event}`, description }, webhookBody(event))
}

/**
 * The same as what follows a subscription. oapi-codegen (Go) prunes schemas that webhooks alone refer
 * to, and then its client does not compile; it does see those of callbacks.
 */
export function subscriptionCallbacks(): object {
  const anyEvent = {
    component: 'schemas/WebhookEvent',
    description: 'What is posted to a subscription: `event` says which it is.',
    oneOf: POSTED_EVENTS.map(webhookBody),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(
        POSTED_EVENTS.map((event) => [event, `#/components/schemas/${pascal(event)}Event`]),
      ),
    },
  }
  const docs = {
    operationId: 'receiveEvent',
    summary: 'Receive an event',
    description: 'Posted to the `url` of the subscription, for each event that it lists.',
  }
  return { event: { '{$request.body#/url}': posted(docs, anyEvent) } }
}

function posted(docs: object, schema: object): object {
  return {
    post: {
      ...docs,
      tags: [WEBHOOK_TAG],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Received. Everything else is tried again on a fixed schedule.' },
      },
    },
  }
}

// Written out each time: oapi-codegen does not see references from webhooks to parameters.
const header = (name: string, description: string) => ({
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
