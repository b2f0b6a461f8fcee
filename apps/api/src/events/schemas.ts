import { Type } from '@sinclair/typebox'
import {
  EventName,
  Id,
  Instant,
  PageQuery,
  Repeatable,
  SentId,
  SentInstant,
} from '../vocabulary/schemas.ts'

export const EventQuery = Type.Object({
  event: Type.Optional(Repeatable(EventName, 'Any of these')),
  projectId: Type.Optional(
    Type.Unsafe<string>({ ...SentId, description: 'Of this project, and of its invoices' }),
  ),
  since: Type.Optional(SentInstant),
  until: Type.Optional(SentInstant),
  ...PageQuery,
})

export const LoggedEvent = Type.Object(
  {
    id: Id,
    organizationId: Id,
    event: EventName,
    data: Type.Unknown(),
    createdAt: Instant,
  },
  { title: 'LoggedEvent' },
)
