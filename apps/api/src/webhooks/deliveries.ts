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
import { allow, contentTag, orgOf } from '../vocabulary/routes.ts'
import {
  EmptyBody,
  HttpStatus,
  Id,
  IdParams,
  Instant,
  Named,
  Nullable,
  PageOf,
  PageQuery,
  Repeatable,
  SentId,
  SentInstant,
  WebhookDeliveryStatus,
  WebhookEventName,
} from '../vocabulary/schemas.ts'
import { RecoverBody, Recovery } from './schemas.ts'

/** Also for reads: payloads contain delivery tokens (docs/contract.md#c2-access-webhooks). */
export const MANAGE = allow('WEBHOOKS', MANAGING_ROLES)

function idFilter(description: string) {
  return Type.Optional(Type.Unsafe<string>({ ...SentId, description }))
}

const INSTANT = SentInstant.description

const WebhookDeliveryQuery = Type.Object({
  status: Type.Optional(Repeatable(WebhookDeliveryStatus, 'Any of these')),
  ...PageQuery,
})

const AllDeliveriesQuery = Type.Object({
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
  subscriptionUrl: Type.String({ description: 'The URL that the subscription has now' }),
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
            '95 of 100 attempts took at most so many milliseconds. At least 10, and an eighth too high at most. null without an attempt',
        }),
      ),
    }),
    { description: `The last ${STATS_HOURS} hours, oldest first. The last one is under way` },
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

const INACTIVE = 'The subscription is switched off: `subscription_inactive`'

const docs = operationDocs({
  sendTestEvent: {
    summary: 'Send a test event',
    description:
      'Sends WEBHOOK_TEST to a subscription, signed and posted like any other event, in one attempt.',
    optionalBody: true,
    problems: { 409: INACTIVE },
  },
  listWebhookDeliveries: {
    summary: 'List the deliveries of a subscription',
    description: 'Lists the deliveries of a subscription, newest first.',
  },
  listAllWebhookDeliveries: {
    summary: 'List the deliveries of all subscriptions',
    description:
      'Lists the webhook deliveries of all subscriptions, newest first. A page looks at a bounded number of deliveries. If few of them match, it has fewer records than `limit`, or none, and a `nextCursor` that goes on from there.',
  },
  getSubscriptionStats: {
    summary: 'Count the attempts of a subscription by hour',
    description:
      'Counts the attempts of a subscription in each of the last 24 hours. An attempt counts in the hour in which it began. Hours without an attempt are there too.',
  },
  getWebhookDelivery: {
    summary: 'Get a delivery, its payload and its attempts',
    description:
      'Returns a webhook delivery with its payload and its attempts. `payload` is `null` when its event is no longer in the event log, which goes back 30 days or as the operator has set it.',
  },
  retryWebhookDelivery: {
    summary: 'Try a delivery once more',
    description: 'Makes one extra attempt with the same id, for a delivery that has ended.',
    optionalBody: true,
    problems: { 409: `An attempt is still due: \`delivery_still_due\`; ${INACTIVE}` },
  },
  recoverSubscription: {
    examples: {
      since: { since: '2026-05-01T00:00:00Z' },
      span: { since: '2026-05-01T00:00:00Z', until: '2026-05-02T00:00:00Z' },
    },
    summary: 'Send what a receiver has missed',
    description:
      'Sends a receiver what it has missed since a time: one extra attempt for every delivery that ended FAILED or CANCELLED since then, and a first attempt for each event that came while the subscription was off, if the subscription lists it now and its filter lets it through. `until` leaves out what ended or happened later. Test events are not sent again.',
    problems: { 409: INACTIVE },
  },
})

/** Routes that show webhook deliveries, send test events, and send deliveries again. */
export const webhookDeliveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/webhooks/subscriptions/:id/test',
    {
      config: MANAGE,
      schema: {
        ...docs.sendTestEvent,
        params: IdParams,
        body: EmptyBody,
        response: { 202: WebhookDelivery },
      },
    },
    (request, reply) => {
      reply.code(202)
      return request.store.transaction((tx) => sendTestEvent(tx, orgOf(request), request.params.id))
    },
  )

  app.get(
    '/webhooks/subscriptions/:id/deliveries',
    {
      config: MANAGE,
      schema: {
        ...docs.listWebhookDeliveries,
        params: IdParams,
        querystring: WebhookDeliveryQuery,
        response: { 200: PageOf(WebhookDelivery) },
      },
    },
    (request) =>
      listWebhookDeliveries(request.store.sql, orgOf(request), request.params.id, request.query),
  )

  app.get(
    '/webhooks/deliveries',
    {
      config: MANAGE,
      schema: {
        ...docs.listAllWebhookDeliveries,
        querystring: AllDeliveriesQuery,
        response: { 200: PageOf(ListedWebhookDelivery) },
      },
    },
    (request) => listAllDeliveries(request.store.sql, orgOf(request), request.query),
  )

  app.get(
    '/webhooks/subscriptions/:id/stats',
    {
      config: { ...MANAGE, etag: contentTag(SubscriptionStats) },
      schema: {
        ...docs.getSubscriptionStats,
        params: IdParams,
        response: { 200: SubscriptionStats },
      },
    },
    (request) => getSubscriptionStats(request.store.sql, orgOf(request), request.params.id),
  )

  app.get(
    '/webhooks/deliveries/:id',
    {
      config: { ...MANAGE, etag: contentTag(WebhookDeliveryDetails) },
      schema: {
        ...docs.getWebhookDelivery,
        params: IdParams,
        response: { 200: WebhookDeliveryDetails },
      },
    },
    (request) => getWebhookDelivery(request.store.sql, orgOf(request), request.params.id),
  )

  app.post(
    '/webhooks/deliveries/:id/retry',
    {
      config: MANAGE,
      schema: {
        ...docs.retryWebhookDelivery,
        params: IdParams,
        body: EmptyBody,
        response: { 202: WebhookDelivery },
      },
    },
    (request, reply) => {
      reply.code(202)
      return request.store.transaction((tx) => retryDelivery(tx, orgOf(request), request.params.id))
    },
  )

  app.post(
    '/webhooks/subscriptions/:id/recover',
    {
      config: MANAGE,
      schema: {
        ...docs.recoverSubscription,
        params: IdParams,
        body: RecoverBody,
        response: { 202: Recovery },
      },
    },
    (request, reply) => {
      reply.code(202)
      return request.store.transaction((tx) =>
        recoverDeliveries(tx, orgOf(request), request.params.id, request.body),
      )
    },
  )
}
