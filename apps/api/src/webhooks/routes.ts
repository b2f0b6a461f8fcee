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
import { SHOWN_BEFORE, SHOWN_ONCE } from '../plugins/idempotency/idempotency.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { PageOf } from '../vocabulary/schemas.ts'
import { MANAGE, webhookDeliveryRoutes } from './deliveries.ts'
import {
  CreateSubscriptionBody,
  NewSubscription,
  RotateSecretBody,
  Subscription,
  SubscriptionQuery,
  UpdateSubscriptionBody,
} from './schemas.ts'

const TAKEN = 'Another subscription has this url: `duplicate_url`'

const docs = operationDocs({
  createSubscription: {
    examples: {
      two: {
        url: 'https://example.com/webhooks',
        events: ['PROJECT_CREATED', 'DELIVERY_APPROVED'],
      },
      withSettings: {
        url: 'https://example.com/accounting',
        events: ['PROJECT_STATUS_CHANGED', 'INVOICE_PAID'],
        description: 'Accounting',
        metadata: { team: 'money' },
        headers: { Authorization: 'Bearer of-the-receiver' },
        filter: { toStatuses: ['DELIVERED'] },
        maxPerSecond: 5,
        standardWebhooks: true,
      },
    },
    summary: 'Subscribe to events',
    subscribes: true,
    description: 'Subscribes a URL to events. Only this response shows the signing secret.',
    problems: {
      409: `${TAKEN}; the organization has 50: \`too_many_subscriptions\`; ${SHOWN_BEFORE}`,
    },
  },
  listSubscriptions: {
    summary: 'List subscriptions',
    description: 'Lists webhook subscriptions, newest first.',
  },
  getSubscription: {
    summary: 'Get a subscription',
    description: 'Returns a webhook subscription. Its signing secret is never shown again.',
  },
  updateSubscription: {
    examples: {
      off: { active: false },
      events: { events: ['PROJECT_DELIVERED'] },
      noLimit: { maxPerSecond: null, filter: null },
    },
    summary: 'Change a subscription',
    description:
      'Changes the given fields of a webhook subscription. Disabling it cancels pending deliveries.',
    problems: { 409: TAKEN },
  },
  deleteSubscription: {
    summary: 'Delete a subscription',
    description: 'Deletes a webhook subscription. Pending deliveries are not sent.',
  },
  rotateSubscriptionSecret: {
    examples: { default: {}, atOnce: { overlapSeconds: 0 } },
    summary: 'Rotate the signing secret',
    description:
      'Replaces the signing secret of a subscription. Both secrets sign until the overlap ends: `v1=<new>,v1=<old>`. Only this response shows the new secret.',
    optionalBody: true,
    problems: {
      409: `The previous secret still signs, and \`overlapSeconds\` is not 0: \`secret_overlap\`; ${SHOWN_BEFORE}`,
    },
  },
})

export const webhookRoutes: FastifyPluginAsyncTypebox<Subscribing> = async (app, options) => {
  await app.register(subscriptionRoutes, options)
  await app.register(webhookDeliveryRoutes, options)
}

// Excludes `previousSecretUntil`, which expires by itself.
const etag = contentTag(Subscription, 'previousSecretUntil')

const subscriptionRoutes: FastifyPluginAsyncTypebox<Subscribing> = async (app, subscribing) => {
  const { get, post, patch, remove } = operationsOf(app)

  post(
    '/webhooks/subscriptions',
    { ...MANAGE, ...SHOWN_ONCE, etag },
    {
      ...docs.createSubscription,
      body: CreateSubscriptionBody,
      response: { 201: NewSubscription },
    },
    (tx, request) => createSubscription(tx, orgOf(request), request.body, subscribing),
  )

  get(
    '/webhooks/subscriptions',
    MANAGE,
    {
      ...docs.listSubscriptions,
      querystring: SubscriptionQuery,
      response: { 200: PageOf(Subscription) },
    },
    (request) => listSubscriptions(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/webhooks/subscriptions/:id',
    { ...MANAGE, etag },
    { ...docs.getSubscription, response: { 200: Subscription } },
    (request) => getSubscription(request.store.sql, orgOf(request), request.params.id),
  )

  patch(
    '/webhooks/subscriptions/:id',
    { ...MANAGE, etag },
    { ...docs.updateSubscription, body: UpdateSubscriptionBody, response: { 200: Subscription } },
    (tx, request) =>
      updateSubscription(
        tx,
        orgOf(request),
        request.params.id,
        request.body,
        subscribing,
        ifMatchOf(request),
      ),
  )

  post(
    '/webhooks/subscriptions/:id/rotate-secret',
    { ...MANAGE, ...SHOWN_ONCE, etag },
    {
      ...docs.rotateSubscriptionSecret,
      body: RotateSecretBody,
      response: { 200: NewSubscription },
    },
    (tx, request) => {
      const { overlapSeconds } = request.body
      const expected = ifMatchOf(request)
      return rotateSecret(
        tx,
        orgOf(request),
        request.params.id,
        overlapSeconds,
        subscribing.keyRing,
        expected,
      )
    },
  )

  remove(
    '/webhooks/subscriptions/:id',
    { ...MANAGE, etag },
    docs.deleteSubscription,
    (tx, request) => deleteSubscription(tx, orgOf(request), request.params.id, ifMatchOf(request)),
  )
}
