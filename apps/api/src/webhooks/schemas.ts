import {
  EVENT_NAMES,
  MAX_OVERLAP_SECONDS,
  MAX_RECEIVER_URL_LENGTH,
  TEST_EVENT,
  WEBHOOK_DELIVERY_STATUSES,
} from '@mediajobs/domain'
import { DEFAULT_OVERLAP_SECONDS } from '@mediajobs/operations'
import { Type } from '@sinclair/typebox'
import {
  Id,
  Instant,
  Nullable,
  OneOf,
  PageQuery,
  Repeatable,
  SentInstant,
  SomeOf,
  Text,
} from '../schemas.ts'

const EventName = OneOf(EVENT_NAMES)
const SentEventName = OneOf([...EVENT_NAMES, TEST_EVENT])
const Status = OneOf(WEBHOOK_DELIVERY_STATUSES)

const url = Text(MAX_RECEIVER_URL_LENGTH)
const events = SomeOf(EVENT_NAMES, { minItems: 1 })
const active = Type.Optional(Type.Boolean())

export const CreateSubscriptionBody = Type.Object({ url, events, active })

export const UpdateSubscriptionBody = Type.Object({
  url: Type.Optional(url),
  events: Type.Optional(events),
  active,
})

export const SubscriptionQuery = Type.Object(PageQuery)

export const Subscription = Type.Object(
  {
    id: Id,
    organizationId: Id,
    url: Type.String(),
    events: Type.Array(EventName),
    active: Type.Boolean(),
    createdAt: Instant,
    updatedAt: Instant,
    disabledReason: Nullable(Type.String()),
  },
  { title: 'Subscription' },
)

export const NewSubscription = Type.Object(
  {
    ...Subscription.properties,
    secret: Type.String(),
  },
  { title: 'NewSubscription' },
)

/** Of what takes nothing; what is sent all the same is reported as ignored. */
export const NoBody = Type.Object({})

export const RotateSecretBody = Type.Object({
  overlapSeconds: Type.Integer({
    minimum: 0,
    maximum: MAX_OVERLAP_SECONDS,
    default: DEFAULT_OVERLAP_SECONDS,
  }),
})

export const RecoverBody = Type.Object({ since: SentInstant })

export const Recovery = Type.Object(
  {
    retried: Type.Integer(),
    created: Type.Integer(),
    more: Type.Boolean(),
  },
  { title: 'Recovery' },
)

export const WebhookDeliveryQuery = Type.Object({
  status: Type.Optional(Repeatable(Status, 'Any of these')),
  ...PageQuery,
})

export const WebhookDelivery = Type.Object(
  {
    id: Id,
    organizationId: Id,
    subscriptionId: Id,
    event: SentEventName,
    eventId: Id,
    status: Status,
    attempts: Type.Integer(),
    nextAttemptAt: Nullable(Instant),
    lastAttemptAt: Nullable(Instant),
    responseStatus: Nullable(Type.Integer()),
    error: Nullable(Type.String()),
    createdAt: Instant,
    finishedAt: Nullable(Instant),
  },
  { title: 'WebhookDelivery' },
)

const Payload = Type.Object({ id: Id, event: SentEventName, data: Type.Unknown() })

const Attempt = Type.Object({
  attempt: Type.Integer(),
  startedAt: Instant,
  durationMs: Type.Integer(),
  responseStatus: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  responseBody: Nullable(Type.String()),
})

export const WebhookDeliveryDetails = Type.Object(
  {
    ...WebhookDelivery.properties,
    payload: Nullable(Payload),
    attemptLog: Type.Array(Attempt),
  },
  { title: 'WebhookDeliveryDetails' },
)
