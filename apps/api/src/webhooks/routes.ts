import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  getWebhookDelivery,
  listSubscriptions,
  listWebhookDeliveries,
  type Subscribing,
  sendTestEvent,
  updateSubscription,
} from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import { Type } from '@sinclair/typebox'
import { actorOf, allow } from '../access.ts'
import { IdParams, PageOf } from '../schemas.ts'
import {
  CreateSubscriptionBody,
  NewSubscription,
  Subscription,
  SubscriptionQuery,
  TestEventBody,
  UpdateSubscriptionBody,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryQuery,
} from './schemas.ts'

interface Options extends Subscribing {
  store: Store
}

// Reading too: payloads hold delivery tokens (contract, section 2).
const managing = allow('WEBHOOKS', MANAGING_ROLES)

export const webhookRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  await app.register(subscriptionRoutes, options)
  await app.register(webhookDeliveryRoutes, options)
}

const subscriptionRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { store, ...subscribing },
) => {
  app.post(
    '/webhooks/subscriptions',
    {
      config: managing,
      schema: { body: CreateSubscriptionBody, response: { 201: NewSubscription } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const subscription = await store.transaction((tx) =>
        createSubscription(tx, organizationId, request.body, subscribing),
      )
      return reply.code(201).send(subscription)
    },
  )

  app.get(
    '/webhooks/subscriptions',
    {
      config: managing,
      schema: { querystring: SubscriptionQuery, response: { 200: PageOf(Subscription) } },
    },
    (request) => listSubscriptions(store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/webhooks/subscriptions/:id',
    { config: managing, schema: { params: IdParams, response: { 200: Subscription } } },
    (request) => getSubscription(store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/webhooks/subscriptions/:id',
    {
      config: managing,
      schema: { params: IdParams, body: UpdateSubscriptionBody, response: { 200: Subscription } },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      return store.transaction((tx) =>
        updateSubscription(tx, organizationId, id, request.body, subscribing.receivers),
      )
    },
  )

  app.delete(
    '/webhooks/subscriptions/:id',
    { config: managing, schema: { params: IdParams, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      await store.transaction((tx) => deleteSubscription(tx, organizationId, request.params.id))
      return reply.code(204).send(null)
    },
  )
}

const webhookDeliveryRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { store }) => {
  app.post(
    '/webhooks/subscriptions/:id/test',
    {
      config: managing,
      schema: { params: IdParams, body: TestEventBody, response: { 202: WebhookDelivery } },
      preValidation: async (request) => {
        request.body ??= {}
      },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const delivery = await store.transaction((tx) =>
        sendTestEvent(tx, organizationId, request.params.id),
      )
      return reply.code(202).send(delivery)
    },
  )

  app.get(
    '/webhooks/subscriptions/:id/deliveries',
    {
      config: managing,
      schema: {
        params: IdParams,
        querystring: WebhookDeliveryQuery,
        response: { 200: PageOf(WebhookDelivery) },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      return listWebhookDeliveries(store.sql, organizationId, request.params.id, request.query)
    },
  )

  app.get(
    '/webhooks/deliveries/:id',
    { config: managing, schema: { params: IdParams, response: { 200: WebhookDeliveryDetails } } },
    (request) => getWebhookDelivery(store.sql, actorOf(request).organizationId, request.params.id),
  )
}
