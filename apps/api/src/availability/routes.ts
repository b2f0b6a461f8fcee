import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  DEFAULT_SHOOT_MINUTES,
  MAX_AVAILABILITY_DAYS,
  MAX_DURATION_MINUTES,
  MAX_NAME_LENGTH,
  MAX_TRAVEL_MINUTES,
} from '@mediajobs/domain'
import { getAvailability } from '@mediajobs/operations/availability'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { actorOf, allow, operationsOf } from '../vocabulary/routes.ts'
import {
  Described,
  Id,
  Instant,
  Line,
  Named,
  Nullable,
  Repeatable,
  SentId,
  SentInstant,
} from '../vocabulary/schemas.ts'

const PLACE = 'Location of the shoot: limits the result to technicians who serve its travel zone'

const AvailabilityQuery = Type.Object({
  from: Described(SentInstant, 'Start of the period'),
  to: Described(SentInstant, `End of the period, at most ${MAX_AVAILABILITY_DAYS} days later`),
  technicianId: Type.Optional(
    Repeatable(SentId, 'Default: all active users with the role TECHNICIAN'),
  ),
  durationMinutes: Type.Integer({
    minimum: 1,
    maximum: MAX_DURATION_MINUTES,
    default: DEFAULT_SHOOT_MINUTES,
    description: 'Length of the shoot',
  }),
  travelMinutes: Type.Integer({
    minimum: 0,
    maximum: MAX_TRAVEL_MINUTES,
    default: 0,
    description: 'Travel time, reserved before the shoot and again after it',
  }),
  postalCode: Type.Optional(Described(Line(MAX_NAME_LENGTH), PLACE)),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'See postalCode' })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'See postalCode' })),
})

const FreeInterval = Named('FreeInterval', {
  from: Instant,
  to: Instant,
  startFrom: Described(Instant, 'Earliest start of the shoot'),
  startTo: Described(Instant, 'Latest start of the shoot'),
})

const AbsentInterval = Named('AbsentInterval', {
  from: Instant,
  to: Instant,
  note: Nullable(
    Type.String({ description: "Also null if a TECHNICIAN or EDITOR reads someone else's" }),
  ),
})

const TechnicianAvailability = Named('TechnicianAvailability', {
  technicianId: Id,
  name: Type.String(),
  hasOwnHours: Type.Boolean({
    description: 'false: the default working hours apply',
  }),
  free: Type.Array(FreeInterval),
  timeOff: Type.Array(AbsentInterval),
})

const Availability = Named('Availability', {
  timeZone: Type.String({ description: 'Time zone of the working hours' }),
  data: Type.Array(TechnicianAvailability),
})

const docs = operationDocs({
  getAvailability: {
    about: 'Who is free for a shoot, and when.',
    summary: 'Get the availability of technicians',
    description:
      'Returns when technicians are free: their working hours minus assigned shoots and time off, where a shoot of ' +
      '`durationMinutes` fits with `travelMinutes` before and after it. Canceled projects do not count. A project ' +
      'without `estimatedDuration` takes 60 minutes. Default working hours are Monday to Friday, 09:00 to 17:00, in the ' +
      'time zone of the organization or UTC. With `postalCode`, or `lat` and `lng`, lists only technicians who serve the first ' +
      'of the organization’s travel zones that contains the place.',
  },
})

export const availabilityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get } = operationsOf(app)

  get(
    '/availability',
    allow('READ'),
    { ...docs.getAvailability, querystring: AvailabilityQuery, response: { 200: Availability } },
    (request) => getAvailability(request.store.sql, actorOf(request), request.query),
  )
}
