import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES } from '@mediajobs/domain'
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  getWebhookDelivery,
  listSubscriptions,
  listWebhookDeliveries,
  recoverDeliveries,
  retryDelivery,
  rotateSecret,
  type Subscribing,
  sendTestEvent,
  updateSubscription,
} from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf, allow } from '../access.ts'
import { SHOWN_ONCE } from '../repeats.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { docs } from './docs.ts'
import {
  CreateSubscriptionBody,
  NewSubscription,
  NoBody,
  RecoverBody,
  Recovery,
  RotateSecretBody,
  Subscription,
  SubscriptionQuery,
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

async function bodyIsOptional(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

export const webhookRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  await app.register(subscriptionRoutes, options)
  await app.register(webhookDeliveryRoutes, options)
  await app.register(replayRoutes, options)
}

const subscriptionRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { store, ...subscribing },
) => {
  app.post(
    '/webhooks/subscriptions',
    {
      config: { ...managing, ...SHOWN_ONCE },
      schema: {
        ...docs.createSubscription,
        body: CreateSubscriptionBody,
        response: { 201: NewSubscription },
      },
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
      schema: {
        ...docs.listSubscriptions,
        querystring: SubscriptionQuery,
        response: { 200: PageOf(Subscription) },
      },
    },
    (request) => listSubscriptions(store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/webhooks/subscriptions/:id',
    {
      config: managing,
      schema: { ...docs.getSubscription, params: IdParams, response: { 200: Subscription } },
    },
    (request) => getSubscription(store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/webhooks/subscriptions/:id',
    {
      config: managing,
      schema: {
        ...docs.updateSubscription,
        params: IdParams,
        body: UpdateSubscriptionBody,
        response: { 200: Subscription },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      return store.transaction((tx) =>
        updateSubscription(tx, organizationId, id, request.body, subscribing.receivers),
      )
    },
  )

  app.post(
    '/webhooks/subscriptions/:id/rotate-secret',
    {
      config: { ...managing, ...SHOWN_ONCE },
      schema: {
        ...docs.rotateSubscriptionSecret,
        params: IdParams,
        body: RotateSecretBody,
        response: { 200: NewSubscription },
      },
      preValidation: bodyIsOptional,
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { overlapSeconds } = request.body
      return store.transaction((tx) =>
        rotateSecret(tx, organizationId, request.params.id, overlapSeconds, subscribing.keyRing),
      )
    },
  )

  app.delete(
    '/webhooks/subscriptions/:id',
    {
      config: managing,
      schema: { ...docs.deleteSubscription, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      await store.transaction((tx) => deleteSubscription(tx, organizationId, request.params.id))
      return reply.code(204).send(null)
    },
  )
}

/** Sends again what has ended, and what was missed. */
const replayRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { store }) => {
  app.post(
    '/webhooks/deliveries/:id/retry',
    {
      config: managing,
      schema: {
        ...docs.retryWebhookDelivery,
        params: IdParams,
        body: NoBody,
        response: { 202: WebhookDelivery },
      },
      preValidation: bodyIsOptional,
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const delivery = await store.transaction((tx) =>
        retryDelivery(tx, organizationId, request.params.id),
      )
      return reply.code(202).send(delivery)
    },
  )

  app.post(
    '/webhooks/subscriptions/:id/recover',
    {
      config: managing,
      schema: {
        ...docs.recoverSubscription,
        params: IdParams,
        body: RecoverBody,
        response: { 202: Recovery },
      },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const recovery = await store.transaction((tx) =>
        recoverDeliveries(tx, organizationId, request.params.id, request.body.since),
      )
      return reply.code(202).send(recovery)
    },
  )
}

const webhookDeliveryRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { store }) => {
  app.post(
    '/webhooks/subscriptions/:id/test',
    {
      config: managing,
      schema: {
        ...docs.sendTestEvent,
        params: IdParams,
        body: NoBody,
        response: { 202: WebhookDelivery },
      },
      preValidation: bodyIsOptional,
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
        ...docs.listWebhookDeliveries,
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
    {
      config: managing,
      schema: {
        ...docs.getWebhookDelivery,
        params: IdParams,
        response: { 200: WebhookDeliveryDetails },
      },
    },
    (request) => getWebhookDelivery(store.sql, actorOf(request).organizationId, request.params.id),
  )
}
