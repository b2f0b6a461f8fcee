import { Type } from '@sinclair/typebox'
import { EventName } from '../enumerations.ts'
import { Id, Instant, PageQuery, Repeatable, SentInstant } from '../schemas.ts'

export const EventQuery = Type.Object({
  event: Type.Optional(Repeatable(EventName, 'Any of these')),
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
