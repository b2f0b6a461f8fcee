import type { Sql } from '@mediajobs/db'
import { type LineItem, memberships, organizations } from '@mediajobs/db/schema'
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
 * The zones as stored, with every field.
 *
 * @throws {OperationError} `invalid` for a zone with neither or both kinds of area, or zones too large in total;
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
  // An empty prefix would match every address.
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

/** The organization's first zone that contains the place, which needs a postal code or coordinates. */
export async function findTravelZone(
  sql: Sql,
  orgId: string,
  place: Place,
): Promise<TravelZone | null> {
  return (await findTrip(sql, orgId, place)).zone
}

async function findTrip({ orm }: Sql, orgId: string, place: Place) {
  if (!place.postalCode && (place.lat == null || place.lng == null)) {
    return { zone: null, taxBasisPoints: null }
  }
  const { travelZones, taxBasisPoints } = organizations
  const [row] = await orm
    .select({ travelZones, taxBasisPoints })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return {
    zone: travelZoneAt(row?.travelZones ?? [], place),
    taxBasisPoints: row?.taxBasisPoints ?? null,
  }
}

/** A line of a price. */
type Line = LineItem & { currency: string }

/**
 * `lines` plus the fee of the place's travel zone, if any, taxed at the organization's rate.
 *
 * @throws {OperationError} `invalid` if the fee is in another currency.
 */
export async function withTravelFee<Each extends Line>(
  sql: Sql,
  orgId: string,
  lines: readonly Each[],
  place: Place,
): Promise<(Each | Line)[]> {
  const [first] = lines
  const { zone, taxBasisPoints } = await findTrip(sql, orgId, place)
  if (!first || !zone || zone.feeAmount === 0) return [...lines]
  const { name: description, feeAmount: unitAmount, currency } = zone
  if (currency !== first.currency) {
    throw invalid(
      zone.postalCodes ? 'postalCode' : 'lat',
      'not_allowed',
      `is in the travel zone ${description}, whose fee is in ${currency}, but packageId and selectedAddOnIds are in ${first.currency}`,
    )
  }
  return [...lines, { description, quantity: 1, unitAmount, taxBasisPoints, currency }]
}
