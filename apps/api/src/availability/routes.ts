import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  DEFAULT_SHOOT_MINUTES,
  MAX_AVAILABILITY_DAYS,
  MAX_DURATION_MINUTES,
  MAX_TRAVEL_MINUTES,
} from '@mediajobs/domain'
import { getAvailability } from '@mediajobs/operations/availability'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, orgOf } from '../vocabulary/routes.ts'
import {
  Described,
  Id,
  Instant,
  Named,
  Repeatable,
  SentId,
  SentInstant,
} from '../vocabulary/schemas.ts'

const AvailabilityQuery = Type.Object({
  from: Described(SentInstant, 'The beginning of the time to look at'),
  to: Described(SentInstant, `Its end, at most ${MAX_AVAILABILITY_DAYS} days later`),
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

const FreeInterval = Named('FreeInterval', {
  from: Instant,
  to: Instant,
  startFrom: Described(Instant, 'The shoot may start at this time or later'),
  startTo: Described(Instant, 'The shoot may start at this time or earlier'),
})

const TechnicianAvailability = Named('TechnicianAvailability', {
  technicianId: Id,
  name: Type.String(),
  hasOwnHours: Type.Boolean({
    description: 'false: the user has no working hours, and the default ones count',
  }),
  free: Type.Array(FreeInterval),
})

const Availability = Named('Availability', {
  timeZone: Type.String({ description: 'In which the working hours are meant' }),
  data: Type.Array(TechnicianAvailability),
})

const docs = operationDocs({
  getAvailability: {
    summary: 'See which technicians are free, and when',
    description:
      'Returns when technicians are free: their working hours without the shoots to which they are assigned, as far ' +
      'as a shoot of `durationMinutes` fits, with `travelMinutes` before and after it. Cancelled projects do not ' +
      'count. A project without `estimatedDuration` takes 60 minutes. Without working hours of their own, users ' +
      'work Monday to Friday, 09:00 to 17:00. Hours are in the time zone of the organization, or in UTC.',
  },
})

export const availabilityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/availability',
    {
      config: allow('READ'),
      schema: {
        ...docs.getAvailability,
        querystring: AvailabilityQuery,
        response: { 200: Availability },
      },
    },
    (request) => getAvailability(request.store.sql, orgOf(request), request.query),
  )
}
