import { operationDocs } from '../operation-docs.ts'

const TAKEN = 'Another subscription has this url: `duplicate_url`'
const SHOWN_BEFORE = '`secret_already_shown` at a repeat with the same Idempotency-Key'
const INACTIVE = 'The subscription is switched off: `subscription_inactive`'

export const docs = operationDocs({
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
      409: `${TAKEN}; the organization has 50 already: \`too_many_subscriptions\`; ${SHOWN_BEFORE}`,
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
      'Changes the given fields of a webhook subscription. Switching it off cancels its waiting deliveries.',
    problems: { 409: TAKEN },
  },
  deleteSubscription: {
    summary: 'Delete a subscription',
    description: 'Deletes a webhook subscription. Its waiting deliveries are not sent.',
  },
  rotateSubscriptionSecret: {
    examples: { default: {}, atOnce: { overlapSeconds: 0 } },
    summary: 'Make a new signing secret',
    description:
      'Replaces the signing secret of a subscription. Both secrets sign until the overlap ends: `v1=<new>,v1=<old>`. Only this response shows the new secret.',
    optionalBody: true,
    problems: {
      409: `The previous secret still signs, and \`overlapSeconds\` is not 0: \`secret_overlap\`; ${SHOWN_BEFORE}`,
    },
  },
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
