import {
  MAX_BASIS_POINTS,
  MAX_CHANGE_HOURS,
  MAX_CHANGE_RULES,
  MAX_FREE_RESCHEDULES,
  MAX_NAME_LENGTH,
  MAX_POSTAL_PREFIX_LENGTH,
  MAX_TRAVEL_ZONES,
  MAX_TRAVEL_ZONES_BYTES,
  MAX_UNIT_AMOUNT,
  MAX_ZONE_POSTAL_CODES,
  MAX_ZONE_RADIUS_KM,
  MAX_ZONE_TECHNICIANS,
  PLAN_CHANGES,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import {
  Amount,
  Currency,
  Id,
  Line,
  Named,
  Nullable,
  OneOf,
  SentId,
} from '../vocabulary/schemas.ts'

const On = OneOf(PLAN_CHANGES, 'PlanChange')
const Hours = Type.Integer({ minimum: 0, maximum: MAX_CHANGE_HOURS })
const UntilHours = Nullable({
  ...Hours,
  description: 'Clients may make changes until this many hours before the appointment. null: never',
})
const FreeReschedules = Type.Integer({ minimum: 0, maximum: MAX_FREE_RESCHEDULES })
const WithinHours = {
  ...Hours,
  description: 'The rule applies with less notice than this, and after the appointment',
}
const FeeAmount = Type.Integer({
  minimum: 0,
  maximum: MAX_UNIT_AMOUNT,
  description: 'In the minor unit of the policy’s currency',
})
const FeeBasisPoints = Type.Integer({
  minimum: 0,
  maximum: MAX_BASIS_POINTS,
  description: 'Hundredths of a percent of the total',
})

const ABOUT =
  'Fees for moving or canceling an appointment, and the deadline for clients to do so. The highest fee among the applicable rules is charged. null: no fees, and clients can’t make changes'

export const SentChangePolicy = Named(
  'NewChangePolicy',
  {
    clientUntilHours: Type.Optional(UntilHours),
    freeReschedules: Type.Optional(FreeReschedules),
    currency: Type.Optional(Nullable(Currency)),
    rules: Type.Optional(
      Type.Array(
        Named(
          'NewChangeRule',
          {
            on: On,
            withinHours: WithinHours,
            feeAmount: Type.Optional(Nullable(FeeAmount)),
            feeBasisPoints: Type.Optional(Nullable(FeeBasisPoints)),
          },
          { description: 'Either `feeAmount` or `feeBasisPoints`' },
        ),
        { maxItems: MAX_CHANGE_RULES },
      ),
    ),
  },
  { description: ABOUT },
)

export const ChangePolicy = Named('ChangePolicy', {
  clientUntilHours: UntilHours,
  freeReschedules: FreeReschedules,
  currency: Nullable(Type.String()),
  rules: Type.Array(
    Named('ChangeRule', {
      on: On,
      withinHours: WithinHours,
      feeAmount: Nullable(FeeAmount),
      feeBasisPoints: Nullable(FeeBasisPoints),
    }),
  ),
})

const NewTravelZone = Named(
  'NewTravelZone',
  {
    name: Line(MAX_NAME_LENGTH),
    postalCodes: Type.Optional(
      Nullable(
        Type.Array(Line(MAX_POSTAL_PREFIX_LENGTH), {
          minItems: 1,
          maxItems: MAX_ZONE_POSTAL_CODES,
          uniqueItems: true,
          description: 'Prefixes. Case, spaces and hyphens are ignored',
        }),
      ),
    ),
    lat: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
    lng: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
    radiusKm: Type.Optional(
      Nullable(Type.Number({ exclusiveMinimum: 0, maximum: MAX_ZONE_RADIUS_KM })),
    ),
    feeAmount: Type.Integer({
      minimum: 0,
      maximum: MAX_UNIT_AMOUNT,
      description: 'In the currency’s minor unit',
    }),
    currency: Currency,
    technicianIds: Type.Optional(
      Nullable(
        Type.Array(SentId, {
          minItems: 1,
          maxItems: MAX_ZONE_TECHNICIANS,
          uniqueItems: true,
          description: 'Who serves the zone. null: everyone',
        }),
      ),
    ),
  },
  { description: 'Either `postalCodes`, or `lat`, `lng` and `radiusKm`' },
)

export const SentTravelZones = Type.Array(NewTravelZone, {
  maxItems: MAX_TRAVEL_ZONES,
  description: `The first zone that contains an address applies. At most ${MAX_TRAVEL_ZONES_BYTES} bytes as JSON`,
})

export const TravelZone = Named('TravelZone', {
  name: Type.String(),
  postalCodes: Nullable(Type.Array(Type.String())),
  lat: Nullable(Type.Number()),
  lng: Nullable(Type.Number()),
  radiusKm: Nullable(Type.Number()),
  feeAmount: Amount,
  currency: Type.String(),
  technicianIds: Nullable(Type.Array(Id)),
})
