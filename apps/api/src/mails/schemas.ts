import { Type } from '@sinclair/typebox'
import { MailKind, MailStatus } from '../enumerations.ts'
import { Id, Instant, Nullable, PageQuery, SentId } from '../schemas.ts'

function filter(description: string) {
  return Type.Optional(Type.Unsafe<string>({ ...SentId, description }))
}

export const MailQuery = Type.Object({
  kind: Type.Optional(
    Type.Unsafe<(typeof MailKind)['static']>({ ...MailKind, description: 'Of this kind' }),
  ),
  status: Type.Optional(
    Type.Unsafe<(typeof MailStatus)['static']>({ ...MailStatus, description: 'With this status' }),
  ),
  projectId: filter('About this project'),
  customerId: filter('To this customer'),
  userId: filter('To this user'),
  ...PageQuery,
})

export const Mail = Type.Object(
  {
    id: Id,
    kind: MailKind,
    status: MailStatus,
    recipient: Type.String(),
    userId: Nullable(Id),
    customerId: Nullable(Id),
    projectId: Nullable(Id),
    deliveryId: Nullable(Id),
    revisionId: Nullable(Id),
    subscriptionId: Nullable(Id),
    attempts: Type.Integer({ minimum: 0 }),
    error: Nullable(
      Type.String({ description: 'Why it was not sent, or why its last attempt failed' }),
    ),
    createdAt: Instant,
    nextAttemptAt: Nullable(Instant),
    endedAt: Nullable(Instant),
  },
  { title: 'Mail' },
)

export const UnsubscribeParams = Type.Object({
  token: Type.String({ description: 'The token of the link in a mail' }),
})

export const MailSubscription = Type.Object(
  { organizationName: Type.String(), mailOptOut: Type.Boolean() },
  { title: 'MailSubscription', description: 'Whether the reader of a mail gets further ones' },
)
