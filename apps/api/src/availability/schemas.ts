import {
  DEFAULT_SHOOT_MINUTES,
  MAX_AVAILABILITY_DAYS,
  MAX_DURATION_MINUTES,
  MAX_TRAVEL_MINUTES,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Id, Instant, Repeatable, SentId, SentInstant } from '../schemas.ts'

export const AvailabilityQuery = Type.Object({
  from: Type.String({ ...SentInstant, description: 'The beginning of the time to look at' }),
  to: Type.String({
    ...SentInstant,
    description: `Its end, at most ${MAX_AVAILABILITY_DAYS} days later`,
  }),
  technicianId: Type.Optional(
    Repeatable(SentId, 'These people. Default: all active users with the role TECHNICIAN'),
  ),
  durationMinutes: Type.Integer({
    minimum: 1,
    maximum: MAX_DURATION_MINUTES,
    default: DEFAULT_SHOOT_MINUTES,
    description: 'How long the shoot takes',
  }),
  travelMinutes: Type.Integer({
    minimum: 0,
    maximum: MAX_TRAVEL_MINUTES,
    default: 0,
    description: 'The way to the shoot, and again the way from it',
  }),
})

const FreeInterval = Type.Object(
  {
    from: Instant,
    to: Instant,
    startFrom: Type.String({
      ...Instant,
      description: 'The shoot may start at this time or later',
    }),
    startTo: Type.String({
      ...Instant,
      description: 'The shoot may start at this time or earlier',
    }),
  },
  { title: 'FreeInterval' },
)

const TechnicianAvailability = Type.Object(
  {
    technicianId: Id,
    name: Type.String(),
    hasOwnHours: Type.Boolean({
      description: 'false: the user has no working hours, and the default ones count',
    }),
    free: Type.Array(FreeInterval),
  },
  { title: 'TechnicianAvailability' },
)

export const Availability = Type.Object(
  {
    timeZone: Type.String({ description: 'In which the working hours are meant' }),
    data: Type.Array(TechnicianAvailability),
  },
  { title: 'Availability' },
)
