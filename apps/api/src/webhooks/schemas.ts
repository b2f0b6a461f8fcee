import {
  MAX_FILTER_VALUES,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_VALUE_LENGTH,
  MAX_OWN_HEADER_VALUE_LENGTH,
  MAX_OWN_HEADERS,
  MAX_RECEIVER_RATE,
  MAX_RECEIVER_URL_LENGTH,
  MAX_SUBSCRIPTION_DESCRIPTION_LENGTH,
} from '@mediajobs/domain'
import { MASKED } from '@mediajobs/operations/webhooks'
import { Type } from '@sinclair/typebox'
import {
  Described,
  EventName,
  Id,
  Instant,
  Named,
  Nullable,
  OverlapSeconds,
  PageQuery,
  ProjectStatus,
  SentId,
  SentInstant,
  SomeOf,
  Text,
  TextMap,
} from '../vocabulary/schemas.ts'

const URL_RULES =
  'Where events are posted: an `https://` URL without credentials or fragment, of at most ' +
  `${MAX_RECEIVER_URL_LENGTH} characters after percent-encoding. Ports blocked by browsers and ports of mail servers ` +
  'and databases are refused, and so are private, loopback and link-local addresses: here if the URL contains one, ' +
  'at each connection if the host name resolves to one. The operator may change these rules and allow `http://`. ' +
  'Unique in an organization: spellings of one URL are equal.'

const HEADER_RULES =
  'Headers added to each webhook, except hop-by-hop headers, `Host`, `Content-*`, `User-Agent`, `Webhook-*` and ' +
  `\`X-Webhook-*\`. Values are stored encrypted; responses show \`${MASKED}\` instead. Replaces all previous ` +
  `headers; \`${MASKED}\` keeps the stored value of a header.`

const url = Type.String({
  minLength: 1,
  maxLength: MAX_RECEIVER_URL_LENGTH,
  format: 'receiver-url',
  description: URL_RULES,
})
const events = SomeOf(EventName, { minItems: 1 })

const filter = Named(
  'SubscriptionFilter',
  {
    projectIds: Type.Optional(ids('Events about one of these projects')),
    customerIds: Type.Optional(ids('Events about one of these customers')),
    toStatuses: Type.Optional(SomeOf(ProjectStatus, { minItems: 1 })),
  },
  {
    minProperties: 1,
    description:
      'Sends only events that match one of these lists. Others are only in the event log',
  },
)

const settings = {
  active: Type.Optional(Type.Boolean()),
  description: Type.Optional(Nullable(Text(MAX_SUBSCRIPTION_DESCRIPTION_LENGTH))),
  metadata: Type.Optional(
    TextMap({
      maxProperties: MAX_METADATA_KEYS,
      maxLength: MAX_METADATA_VALUE_LENGTH,
      description: `For your use. Keys have 1 to ${MAX_METADATA_KEY_LENGTH} characters. Replaces the previous value as a whole.`,
    }),
  ),
  headers: Type.Optional(
    TextMap({
      maxProperties: MAX_OWN_HEADERS,
      maxLength: MAX_OWN_HEADER_VALUE_LENGTH,
      description: HEADER_RULES,
    }),
  ),
  filter: Type.Optional(Nullable(filter)),
  maxPerSecond: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RECEIVER_RATE,
        description: 'Webhooks started per second; further ones wait. null: no limit',
      }),
    ),
  ),
  standardWebhooks: Type.Optional(
    Type.Boolean({
      description:
        'Adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks.',
    }),
  ),
}

export const CreateSubscriptionBody = Named('CreateSubscriptionBody', { url, events, ...settings })

export const UpdateSubscriptionBody = Named('UpdateSubscriptionBody', {
  url: Type.Optional(url),
  events: Type.Optional(events),
  ...settings,
})

export const SubscriptionQuery = Type.Object(PageQuery)

export const Subscription = Named('Subscription', {
  id: Id,
  organizationId: Id,
  url: Type.String(),
  events: Type.Array(EventName),
  active: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  disabledReason: Nullable(Type.String()),
  previousSecretUntil: Nullable(
    Described(Instant, 'The previous secret also signs until then. null: only one secret signs'),
  ),
  description: Nullable(Type.String()),
  metadata: TextMap({}),
  headers: TextMap({
    description: `Each value is \`${MASKED}\`.`,
  }),
  filter: Nullable(
    Named('StoredSubscriptionFilter', {
      projectIds: Type.Optional(Type.Array(Id)),
      customerIds: Type.Optional(Type.Array(Id)),
      toStatuses: Type.Optional(Type.Array(ProjectStatus)),
    }),
  ),
  maxPerSecond: Nullable(Type.Integer()),
  standardWebhooks: Type.Boolean(),
})

export const NewSubscription = Named('NewSubscription', {
  ...Subscription.properties,
  secret: Type.String(),
})

export const RotateSecretBody = Named('RotateSubscriptionSecretBody', {
  overlapSeconds: OverlapSeconds,
})

export const RecoverBody = Named('RecoverSubscriptionBody', {
  since: SentInstant,
  until: Type.Optional(SentInstant),
})

export const Recovery = Named('Recovery', {
  retried: Type.Integer(),
  created: Type.Integer(),
  more: Type.Boolean(),
})

function ids(description: string) {
  return Type.Array(SentId, {
    minItems: 1,
    maxItems: MAX_FILTER_VALUES,
    uniqueItems: true,
    description,
  })
}
