import { Type } from '@sinclair/typebox'
import { Id, Instant } from '../schemas.ts'
import { redirectedQuery } from '../wrong-cell.ts'

export const Calendar = Type.Object(
  { organizationId: Id, userId: Id, createdAt: Instant },
  { title: 'Calendar' },
)

export const NewCalendar = Type.Object(
  {
    ...Calendar.properties,
    url: Type.String({ description: 'Every person who knows it can read the calendar' }),
  },
  { title: 'NewCalendar' },
)

export const CalendarParams = Type.Object({
  token: Type.String({ description: 'The secret of the calendar' }),
})

export const CalendarQuery = Type.Object(redirectedQuery)

export const ICalendar = Type.String({ description: 'iCalendar, RFC 5545' })
