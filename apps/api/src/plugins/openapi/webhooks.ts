import { EVENT_NAMES, EVENTS, TEST_EVENT, TEST_EVENT_DATA } from '@mediajobs/domain'
import { type TObject, Type } from '@sinclair/typebox'
import { returnedProperties } from '../../vocabulary/record-schemas.ts'
import { Id } from '../../vocabulary/schemas.ts'
import { WEBHOOK_TAG } from './about.ts'

const POSTED_EVENTS = [...EVENT_NAMES, TEST_EVENT] as const

type PostedEvent = (typeof POSTED_EVENTS)[number]

/** `PROJECT_CREATED` → `ProjectCreated` */
function pascal(event: PostedEvent): string {
  const words = event.toLowerCase().split('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function webhookBody(event: PostedEvent): TObject {
  const fields = event === TEST_EVENT ? TEST_EVENT_DATA : EVENTS[event].data
  const data = { event: Type.Literal(event), orgId: Id, ...returnedProperties(fields) }
  return Type.Object(
    {
      id: Id,
      event: Type.Literal(event),
      timestamp: Type.String({
        pattern: '^[0-9]+$',
        description: 'Unix seconds, part of the signed text',
      }),
      data: Type.Object(data, { title: `${pascal(event)}Data` }),
    },
    { title: `${pascal(event)}Event` },
  )
}

/** The `webhooks` of the document: each event's request, and the receiver's response. */
export function webhookDocuments(): Record<string, object> {
  return Object.fromEntries(POSTED_EVENTS.map((event) => [event, webhookOf(event)]))
}

function webhookOf(event: PostedEvent): object {
  const name = pascal(event)
  const description =
    event === TEST_EVENT
      ? 'Posted once per call of `POST /webhooks/subscriptions/{id}/test`, regardless of the events that the subscription lists.'
      : 'Posted to every active subscription that lists it.'
  const operationId = name.charAt(0).toLowerCase() + name.slice(1)
  const docs = { operationId, summary: `The webhook ${event}`, description }
  return posted(docs, webhookBody(event))
}

/**
 * The same requests as callbacks of the operation that creates a subscription. Without them, oapi-codegen (Go) prunes
 * schemas that only webhooks refer to, and its client doesn't compile.
 */
export function subscriptionCallbacks(): object {
  const anyEvent = {
    component: 'schemas/WebhookEvent',
    description: 'The body posted to a subscription: `event` names the event.',
    oneOf: POSTED_EVENTS.map((event) => webhookBody(event)),
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
    description: 'Posted to the `url` of the subscription for each listed event.',
  }
  return { event: { '{$request.body#/url}': posted(docs, anyEvent) } }
}

function posted(docs: object, schema: object): object {
  return {
    post: {
      ...docs,
      tags: [WEBHOOK_TAG.name],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Received. Anything else is retried on a fixed schedule.' },
      },
    },
  }
}

// Inlined, because oapi-codegen ignores references from webhooks to parameters.
const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const standardHeader = (name: string, description: string) =>
  header(name, `${description}. Sent if the subscription has \`standardWebhooks\``, false)

const HEADERS = [
  header('X-Webhook-Id', 'The same at every attempt: deduplicate by it'),
  header('X-Webhook-Event', 'The name of the event'),
  header('X-Webhook-Signature', '`t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>`'),
  standardHeader('webhook-id', 'The same as `X-Webhook-Id`'),
  standardHeader('webhook-timestamp', 'Unix seconds'),
  standardHeader('webhook-signature', '`v1,<base64>` over `<id>.<timestamp>.<raw body>`'),
]
