import { STATS_HOURS } from '@mediajobs/domain'
import { RESPONSE_STATUS } from '@mediajobs/operations/webhooks'
import { Type } from '@sinclair/typebox'
import { WebhookDeliveryStatus, WebhookEventName } from '../enumerations.ts'
import {
  HttpStatus,
  Id,
  Instant,
  Nullable,
  PageQuery,
  Repeatable,
  SentId,
  SentInstant,
} from '../schemas.ts'

function idFilter(description: string) {
  return Type.Optional(Type.Unsafe<string>({ ...SentId, description }))
}

const INSTANT = SentInstant.description

export const WebhookDeliveryQuery = Type.Object({
  status: Type.Optional(Repeatable(WebhookDeliveryStatus, 'Any of these')),
  ...PageQuery,
})

export const AllDeliveriesQuery = Type.Object({
  subscriptionId: idFilter('To this subscription'),
  event: Type.Optional(Repeatable(WebhookEventName, 'Any of these')),
  eventId: idFilter('Of this event'),
  projectId: idFilter(
    'Of events of this project, and of its invoices, that the event log still has',
  ),
  status: Type.Optional(Repeatable(WebhookDeliveryStatus, 'Any of these')),
  responseStatus: Type.Optional(
    Repeatable(
      Type.String({
        pattern: RESPONSE_STATUS.source,
        patternSentence: 'must be an HTTP status, like 503, or a class of them, like 5xx',
      }),
      'The last response had any of these: a status, like `503`, or a class, like `5xx`',
    ),
  ),
  since: Type.Optional({ ...SentInstant, description: `Created then or later. ${INSTANT}` }),
  until: Type.Optional({ ...SentInstant, description: `Created then or earlier. ${INSTANT}` }),
  lastAttemptSince: Type.Optional({
    ...SentInstant,
    description: `The last attempt began then or later. ${INSTANT}`,
  }),
  lastAttemptUntil: Type.Optional({
    ...SentInstant,
    description: `The last attempt began then or earlier. ${INSTANT}`,
  }),
  ...PageQuery,
})

export const WebhookDelivery = Type.Object(
  {
    id: Id,
    organizationId: Id,
    subscriptionId: Id,
    event: WebhookEventName,
    eventId: Id,
    status: WebhookDeliveryStatus,
    attempts: Type.Integer(),
    nextAttemptAt: Nullable(Instant),
    lastAttemptAt: Nullable(Instant),
    responseStatus: Nullable(HttpStatus),
    error: Nullable(Type.String()),
    createdAt: Instant,
    finishedAt: Nullable(Instant),
  },
  { title: 'WebhookDelivery' },
)

export const ListedWebhookDelivery = Type.Object(
  {
    ...WebhookDelivery.properties,
    subscriptionUrl: Type.String({ description: 'The URL that the subscription has now' }),
  },
  { title: 'ListedWebhookDelivery' },
)

export const SubscriptionStats = Type.Object(
  {
    subscriptionId: Id,
    hours: Type.Array(
      Type.Object(
        {
          startsAt: Instant,
          succeeded: Type.Integer({ description: 'Attempts with a status from 200 to 299' }),
          failed: Type.Integer({ description: 'All other attempts' }),
          p95Ms: Nullable(
            Type.Integer({
              description:
                '95 of 100 attempts took at most so many milliseconds. At least 10, and an eighth too high at most. null without an attempt',
            }),
          ),
        },
        { title: 'HourOfAttempts' },
      ),
      { description: `The last ${STATS_HOURS} hours, oldest first. The last one is under way` },
    ),
  },
  { title: 'SubscriptionStats' },
)

const Payload = Type.Object(
  { id: Id, event: WebhookEventName, data: Type.Unknown() },
  { title: 'WebhookPayload' },
)

const Attempt = Type.Object(
  {
    attempt: Type.Integer(),
    startedAt: Instant,
    durationMs: Type.Integer(),
    responseStatus: Nullable(HttpStatus),
    error: Nullable(Type.String()),
    responseBody: Nullable(Type.String()),
  },
  { title: 'WebhookAttempt' },
)

export const WebhookDeliveryDetails = Type.Object(
  {
    ...WebhookDelivery.properties,
    payload: Nullable(Payload),
    attemptLog: Type.Array(Attempt),
  },
  { title: 'WebhookDeliveryDetails' },
)
