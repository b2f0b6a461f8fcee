import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  rotateSecret,
  type Subscribing,
  updateSubscription,
} from '@mediajobs/operations/webhooks'
import { Type } from '@sinclair/typebox'
import { actorOf } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { SHOWN_ONCE } from '../idempotency-body.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { webhookDeliveryRoutes } from './delivery-routes.ts'
import { MANAGE } from './manage.ts'
import { docs } from './openapi.ts'
import {
  CreateSubscriptionBody,
  NewSubscription,
  RotateSecretBody,
  Subscription,
  SubscriptionQuery,
  UpdateSubscriptionBody,
} from './schemas.ts'

export const webhookRoutes: FastifyPluginAsyncTypebox<Subscribing> = async (app, options) => {
  await app.register(subscriptionRoutes, options)
  await app.register(webhookDeliveryRoutes, options)
}

// It ends by itself.
const etag = contentTag(Subscription, 'previousSecretUntil')

const subscriptionRoutes: FastifyPluginAsyncTypebox<Subscribing> = async (app, subscribing) => {
  app.post(
    '/webhooks/subscriptions',
    {
      config: { ...MANAGE, ...SHOWN_ONCE, etag },
      schema: {
        ...docs.createSubscription,
        body: CreateSubscriptionBody,
        response: { 201: NewSubscription },
      },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const subscription = await request.store.transaction((tx) =>
        createSubscription(tx, organizationId, request.body, subscribing),
      )
      return reply.code(201).send(subscription)
    },
  )

  app.get(
    '/webhooks/subscriptions',
    {
      config: MANAGE,
      schema: {
        ...docs.listSubscriptions,
        querystring: SubscriptionQuery,
        response: { 200: PageOf(Subscription) },
      },
    },
    (request) =>
      listSubscriptions(request.store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/webhooks/subscriptions/:id',
    {
      config: { ...MANAGE, etag },
      schema: { ...docs.getSubscription, params: IdParams, response: { 200: Subscription } },
    },
    (request) =>
      getSubscription(request.store.sql, actorOf(request).organizationId, request.params.id),
  )

  app.patch(
    '/webhooks/subscriptions/:id',
    {
      config: { ...MANAGE, etag },
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
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateSubscription(tx, organizationId, id, request.body, subscribing, expected),
      )
    },
  )

  app.post(
    '/webhooks/subscriptions/:id/rotate-secret',
    {
      config: { ...MANAGE, ...SHOWN_ONCE, etag },
      schema: {
        ...docs.rotateSubscriptionSecret,
        params: IdParams,
        body: RotateSecretBody,
        response: { 200: NewSubscription },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const { overlapSeconds } = request.body
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        rotateSecret(tx, organizationId, id, overlapSeconds, subscribing.keyRing, expected),
      )
    },
  )

  app.delete(
    '/webhooks/subscriptions/:id',
    {
      config: { ...MANAGE, etag },
      schema: { ...docs.deleteSubscription, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      await request.store.transaction((tx) => deleteSubscription(tx, organizationId, id, expected))
      return reply.code(204).send(null)
    },
  )
}
