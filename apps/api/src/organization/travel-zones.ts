import {
  MAX_NAME_LENGTH,
  MAX_POSTAL_PREFIX_LENGTH,
  MAX_TRAVEL_ZONES,
  MAX_TRAVEL_ZONES_BYTES,
  MAX_UNIT_AMOUNT,
  MAX_ZONE_POSTAL_CODES,
  MAX_ZONE_RADIUS_KM,
  MAX_ZONE_TECHNICIANS,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Amount, Currency, Id, Line, Named, Nullable, SentId } from '../vocabulary/schemas.ts'

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
