import { EVENT_NAMES } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Id, Instant, OneOf, PageQuery, Repeatable, SentInstant } from '../schemas.ts'

const EventName = OneOf(EVENT_NAMES)

export const EventQuery = Type.Object({
  event: Type.Optional(Repeatable(EventName, 'Any of these')),
  since: Type.Optional(SentInstant),
  until: Type.Optional(SentInstant),
  ...PageQuery,
})

export const Event = Type.Object(
  {
    id: Id,
    organizationId: Id,
    event: EventName,
    data: Type.Unknown(),
    createdAt: Instant,
  },
  { title: 'Event' },
)
