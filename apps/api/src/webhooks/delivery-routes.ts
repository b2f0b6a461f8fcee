import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getSubscriptionStats,
  getWebhookDelivery,
  listAllDeliveries,
  listWebhookDeliveries,
  recoverDeliveries,
  retryDelivery,
  sendTestEvent,
} from '@mediajobs/operations/webhooks'
import { actorOf } from '../access.ts'
import { contentTag } from '../etag.ts'
import { EmptyBody, IdParams, PageOf } from '../schemas.ts'
import {
  AllDeliveriesQuery,
  ListedWebhookDelivery,
  SubscriptionStats,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryQuery,
} from './delivery-schemas.ts'
import { MANAGE } from './manage.ts'
import { docs } from './openapi.ts'
import { RecoverBody, Recovery } from './schemas.ts'

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
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const delivery = await request.store.transaction((tx) =>
        sendTestEvent(tx, organizationId, request.params.id),
      )
      return reply.code(202).send(delivery)
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
    (request) => {
      const { organizationId } = actorOf(request)
      return listWebhookDeliveries(
        request.store.sql,
        organizationId,
        request.params.id,
        request.query,
      )
    },
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
    (request) =>
      listAllDeliveries(request.store.sql, actorOf(request).organizationId, request.query),
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
    (request) =>
      getSubscriptionStats(request.store.sql, actorOf(request).organizationId, request.params.id),
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
    (request) =>
      getWebhookDelivery(request.store.sql, actorOf(request).organizationId, request.params.id),
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
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const delivery = await request.store.transaction((tx) =>
        retryDelivery(tx, organizationId, request.params.id),
      )
      return reply.code(202).send(delivery)
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
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const recovery = await request.store.transaction((tx) =>
        recoverDeliveries(tx, organizationId, request.params.id, request.body),
      )
      return reply.code(202).send(recovery)
    },
  )
}
