import { MAX_RECEIVER_URL_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { EventName } from '../enumerations.ts'
import {
  Id,
  Instant,
  Nullable,
  OverlapSeconds,
  PageQuery,
  SentInstant,
  SomeOf,
} from '../schemas.ts'

const URL_RULES =
  'Where events are posted. It begins with `https://`, and has no user name, no password and no ' +
  `fragment. It has at most ${MAX_RECEIVER_URL_LENGTH} characters, also after percent-encoding. The ` +
  'operator may block ports (by default those of mail servers and databases, and those that ' +
  'browsers block). A private, loopback or link-local address is refused: here when the URL ' +
  'contains it, and at each connection when the host name resolves to it. An operator may allow ' +
  '`http://` and such addresses. Two spellings of one URL are the same URL, and an organization ' +
  'has one subscription for it.'

const url = Type.String({
  minLength: 1,
  maxLength: MAX_RECEIVER_URL_LENGTH,
  format: 'receiver-url',
  description: URL_RULES,
})
const events = SomeOf(EventName, { minItems: 1 })
const active = Type.Optional(Type.Boolean())

export const CreateSubscriptionBody = Type.Object(
  { url, events, active },
  { title: 'CreateSubscriptionBody' },
)

export const UpdateSubscriptionBody = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    active,
  },
  { title: 'UpdateSubscriptionBody' },
)

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

export const RotateSecretBody = Type.Object(
  {
    overlapSeconds: OverlapSeconds,
  },
  { title: 'RotateSubscriptionSecretBody' },
)

export const RecoverBody = Type.Object({ since: SentInstant }, { title: 'RecoverSubscriptionBody' })

export const Recovery = Type.Object(
  {
    retried: Type.Integer(),
    created: Type.Integer(),
    more: Type.Boolean(),
  },
  { title: 'Recovery' },
)
