import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, STATS_HOURS } from '@mediajobs/domain'
import {
  getSubscriptionStats,
  getWebhookDelivery,
  listAllDeliveries,
  listWebhookDeliveries,
  RESPONSE_STATUS,
  recoverDeliveries,
  retryDelivery,
  sendTestEvent,
} from '@mediajobs/operations/webhooks'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, contentTag, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  EmptyBody,
  HttpStatus,
  Id,
  IdFilter,
  Instant,
  Named,
  Nullable,
  PageOf,
  PageQuery,
  Repeatable,
  SentInstant,
  WebhookDeliveryStatus,
  WebhookEventName,
} from '../vocabulary/schemas.ts'
import { RecoverBody, Recovery } from './schemas.ts'

/** For reads too, because payloads contain delivery tokens (docs/contract.md#c2-access-webhooks). */
export const MANAGE = allow('WEBHOOKS', MANAGING_ROLES)

const INSTANT = SentInstant.description

const WebhookDeliveryQuery = Type.Object({
  status: Type.Optional(Repeatable(WebhookDeliveryStatus, 'Any of these')),
  ...PageQuery,
})

const AllDeliveriesQuery = Type.Object({
  subscriptionId: IdFilter('To this subscription'),
  event: Type.Optional(Repeatable(WebhookEventName, 'Any of these')),
  eventId: IdFilter('Of this event'),
  projectId: IdFilter(
    'Deliveries of events of this project and its invoices that are still in the event log',
  ),
  status: Type.Optional(Repeatable(WebhookDeliveryStatus, 'Any of these')),
  responseStatus: Type.Optional(
    Repeatable(
      Type.String({
        pattern: RESPONSE_STATUS.source,
        patternSentence: 'must be an HTTP status, like 503, or a class, like 5xx',
      }),
      'The last response had any of these: a status, like `503`, or a class, like `5xx`',
    ),
  ),
  since: Type.Optional({
    ...SentInstant,
    description: `Created at or after this time. ${INSTANT}`,
  }),
  until: Type.Optional({
    ...SentInstant,
    description: `Created at or before this time. ${INSTANT}`,
  }),
  lastAttemptSince: Type.Optional({
    ...SentInstant,
    description: `Last attempted at or after this time. ${INSTANT}`,
  }),
  lastAttemptUntil: Type.Optional({
    ...SentInstant,
    description: `Last attempted at or before this time. ${INSTANT}`,
  }),
  ...PageQuery,
})

const WebhookDelivery = Named('WebhookDelivery', {
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
})

const ListedWebhookDelivery = Named('ListedWebhookDelivery', {
  ...WebhookDelivery.properties,
  subscriptionUrl: Type.String({ description: 'The current URL of the subscription' }),
})

const SubscriptionStats = Named('SubscriptionStats', {
  subscriptionId: Id,
  hours: Type.Array(
    Named('HourOfAttempts', {
      startsAt: Instant,
      succeeded: Type.Integer({ description: 'Attempts with a status from 200 to 299' }),
      failed: Type.Integer({ description: 'All other attempts' }),
      p95Ms: Nullable(
        Type.Integer({
          description:
            '95th percentile of attempts, in milliseconds: at least 10, overestimated by at most an eighth. null without attempts',
        }),
      ),
    }),
    { description: `The last ${STATS_HOURS} hours, oldest first, including the current one` },
  ),
})

const Payload = Named('WebhookPayload', { id: Id, event: WebhookEventName, data: Type.Unknown() })

const Attempt = Named('WebhookAttempt', {
  attempt: Type.Integer(),
  startedAt: Instant,
  durationMs: Type.Integer(),
  responseStatus: Nullable(HttpStatus),
  error: Nullable(Type.String()),
  responseBody: Nullable(Type.String()),
})

const WebhookDeliveryDetails = Named('WebhookDeliveryDetails', {
  ...WebhookDelivery.properties,
  payload: Nullable(Payload),
  attemptLog: Type.Array(Attempt),
})

const INACTIVE = 'The subscription is disabled: `subscription_inactive`'

const docs = operationDocs({
  sendTestEvent: {
    summary: 'Send a test event',
    description: 'Sends WEBHOOK_TEST to a subscription like any other event, but in one attempt.',
    problems: { 409: INACTIVE },
  },
  listWebhookDeliveries: {
    summary: 'List the deliveries of a subscription',
    description: 'Lists the deliveries of a subscription, newest first.',
  },
  listAllWebhookDeliveries: {
    about: 'Subscriptions to events, and their deliveries.',
    summary: 'List the deliveries of all subscriptions',
    description:
      'Lists the webhook deliveries of all subscriptions, newest first. A page scans a bounded number of deliveries: if few match, it has fewer than `limit` records, or none, and a `nextCursor` that continues from there.',
  },
  getSubscriptionStats: {
    summary: 'Count the attempts of a subscription by hour',
    description:
      'Counts the attempts of a subscription in each of the last 24 hours, by the hour in which they began, including empty hours.',
  },
  getWebhookDelivery: {
    summary: 'Get a delivery, its payload and its attempts',
    description:
      'Returns a webhook delivery with its payload and attempts. `payload` is `null` once its event has left the event log, after 30 days or as configured by the operator.',
  },
  retryWebhookDelivery: {
    summary: 'Retry a delivery',
    description: 'Makes one extra attempt, with the same id, at a delivery that has ended.',
    problems: { 409: `An attempt is still due: \`delivery_still_due\`. ${INACTIVE}` },
  },
  recoverSubscription: {
    examples: {
      since: { since: '2026-05-01T00:00:00Z' },
      span: { since: '2026-05-01T00:00:00Z', until: '2026-05-02T00:00:00Z' },
    },
    summary: 'Recover missed deliveries',
    description:
      'Sends a receiver what it has missed since a given time: one extra attempt for every delivery that ended FAILED or CANCELLED since then, and a first attempt for each event that occurred while the subscription was disabled, if it is listed and passes the filter now. `until` excludes later ones. Test events are not resent.',
    problems: { 409: INACTIVE },
  },
})

/** Lists webhook deliveries, sends test events, retries and recovers deliveries. */
export const webhookDeliveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post } = operationsOf(app)

  post(
    '/webhooks/subscriptions/:id/test',
    MANAGE,
    { ...docs.sendTestEvent, body: EmptyBody, response: { 202: WebhookDelivery } },
    (tx, request) => sendTestEvent(tx, orgOf(request), request.params.id),
  )

  get(
    '/webhooks/subscriptions/:id/deliveries',
    MANAGE,
    {
      ...docs.listWebhookDeliveries,
      querystring: WebhookDeliveryQuery,
      response: { 200: PageOf(WebhookDelivery) },
    },
    (request) =>
      listWebhookDeliveries(request.store.sql, orgOf(request), request.params.id, request.query),
  )

  get(
    '/webhooks/deliveries',
    MANAGE,
    {
      ...docs.listAllWebhookDeliveries,
      querystring: AllDeliveriesQuery,
      response: { 200: PageOf(ListedWebhookDelivery) },
    },
    (request) => listAllDeliveries(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/webhooks/subscriptions/:id/stats',
    { ...MANAGE, etag: contentTag(SubscriptionStats) },
    { ...docs.getSubscriptionStats, response: { 200: SubscriptionStats } },
    (request) => getSubscriptionStats(request.store.sql, orgOf(request), request.params.id),
  )

  get(
    '/webhooks/deliveries/:id',
    { ...MANAGE, etag: contentTag(WebhookDeliveryDetails) },
    { ...docs.getWebhookDelivery, response: { 200: WebhookDeliveryDetails } },
    (request) => getWebhookDelivery(request.store.sql, orgOf(request), request.params.id),
  )

  post(
    '/webhooks/deliveries/:id/retry',
    MANAGE,
    { ...docs.retryWebhookDelivery, body: EmptyBody, response: { 202: WebhookDelivery } },
    (tx, request) => retryDelivery(tx, orgOf(request), request.params.id),
  )

  post(
    '/webhooks/subscriptions/:id/recover',
    MANAGE,
    { ...docs.recoverSubscription, body: RecoverBody, response: { 202: Recovery } },
    (tx, request) => recoverDeliveries(tx, orgOf(request), request.params.id, request.body),
  )
}
