import type { Sql } from '@mediajobs/db'
import { memberships, organizations } from '@mediajobs/db/schema'
import {
  comparablePostalCode,
  MAX_TRAVEL_ZONES_BYTES,
  type Place,
  type RefusedField,
  type TravelZone,
  travelZoneAt,
} from '@mediajobs/domain'
import { and, eq } from 'drizzle-orm'
import { jsonBytes } from './json-bytes.ts'
import { invalid, notFound, refusedField, refuseFields } from './shared/errors.ts'
import { isOneOf } from './shared/paging.ts'

/** Either `postalCodes`, or `lat`, `lng` and `radiusKm`. */
export type TravelZoneInput = Pick<TravelZone, 'name' | 'feeAmount' | 'currency'> &
  Partial<Omit<TravelZone, 'name' | 'feeAmount' | 'currency'>>

/**
 * Zones with every field.
 *
 * @throws {OperationError} `invalid` for a zone with neither or both kinds of area, or if all are too large together;
 *   `not_found` for an unknown technician.
 */
export async function checkedZones(
  sql: Sql,
  orgId: string,
  sent: readonly TravelZoneInput[],
): Promise<TravelZone[]> {
  const zones = sent.map(completed)
  refuseFields(zones.flatMap(problemsOf))
  if (jsonBytes(zones) > MAX_TRAVEL_ZONES_BYTES) {
    throw invalid(
      'travelZones',
      'too_large',
      `must have at most ${MAX_TRAVEL_ZONES_BYTES} bytes as JSON`,
    )
  }
  await checkTechnicians(sql, orgId, zones)
  return zones
}

function completed({ name, feeAmount, currency, ...rest }: TravelZoneInput): TravelZone {
  const { postalCodes = null, lat = null, lng = null, radiusKm = null, technicianIds = null } = rest
  return { name, postalCodes, lat, lng, radiusKm, feeAmount, currency, technicianIds }
}

function problemsOf(zone: TravelZone, i: number): RefusedField[] {
  const at = `travelZones[${i}]`
  const around = [zone.lat, zone.lng, zone.radiusKm].filter((each) => each !== null)
  if (zone.postalCodes === null) {
    if (around.length === 3) return []
    return [refusedField(at, 'required', 'needs postalCodes, or all of lat, lng and radiusKm')]
  }
  if (around.length > 0) {
    return [refusedField(at, 'not_allowed', 'must have postalCodes, or lat, lng and radiusKm')]
  }
  // It would fit every address.
  return zone.postalCodes.flatMap((prefix, n) =>
    comparablePostalCode(prefix) === ''
      ? [refusedField(`${at}.postalCodes[${n}]`, 'too_short', 'must have a letter or digit')]
      : [],
  )
}

async function checkTechnicians(
  { orm }: Sql,
  orgId: string,
  zones: readonly TravelZone[],
): Promise<void> {
  const ids = [...new Set(zones.flatMap(({ technicianIds }) => technicianIds ?? []))]
  if (ids.length === 0) return
  const rows = await orm
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, orgId), isOneOf(memberships.userId, ids)))
  const known = new Set(rows.map(({ id }) => id))
  const unknown = zones.flatMap(({ technicianIds }, i) =>
    technicianIds?.some((id) => !known.has(id)) ? [`travelZones[${i}].technicianIds`] : [],
  )
  if (unknown.length > 0) throw notFound().at(...unknown)
}

/** The first zone of the organization that has the place. Without a postal code or coordinates none has it. */
export async function findTravelZone(
  { orm }: Sql,
  orgId: string,
  place: Place,
): Promise<TravelZone | null> {
  if (!place.postalCode && (place.lat == null || place.lng == null)) return null
  const [row] = await orm
    .select({ travelZones: organizations.travelZones })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return travelZoneAt(row?.travelZones ?? [], place)
}
