/** An area with a travel fee: postal codes, or a radius around a point. */
export interface TravelZone {
  readonly name: string
  /** Prefixes; null for a radius zone. */
  readonly postalCodes: string[] | null
  /** Null for a postal code zone, like the next two. */
  readonly lat: number | null
  readonly lng: number | null
  readonly radiusKm: number | null
  /** In the currency's minor unit. */
  readonly feeAmount: number
  readonly currency: string
  /** Who serves the zone; null: everyone. */
  readonly technicianIds: string[] | null
}

/** The parts of an address that zones match. Nothing is geocoded. */
export interface Place {
  readonly postalCode?: string | null | undefined
  readonly lat?: number | null | undefined
  readonly lng?: number | null | undefined
}

/** The first of `zones` that contains the place. */
export function travelZoneAt(zones: readonly TravelZone[], place: Place): TravelZone | null {
  const code = comparablePostalCode(place.postalCode ?? '')
  return zones.find((zone) => hasCode(zone, code) || isAround(zone, place)) ?? null
}

/** Uppercase, without spaces and hyphens: `8001 ab` becomes `8001AB`. */
export function comparablePostalCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}

function hasCode({ postalCodes }: TravelZone, code: string): boolean {
  return postalCodes?.some((prefix) => code.startsWith(comparablePostalCode(prefix))) ?? false
}

function isAround(zone: TravelZone, { lat, lng }: Place): boolean {
  if (zone.lat === null || zone.lng === null || zone.radiusKm === null) return false
  const kilometers = kilometersBetween(zone, { lat, lng })
  return kilometers !== null && kilometers <= zone.radiusKm
}

// Mean radius (IUGG).
const EARTH_RADIUS_KM = 6_371.0088

/** The great-circle distance, by the haversine formula; null without both coordinates. */
export function kilometersBetween(
  { lat, lng }: Pick<Place, 'lat' | 'lng'>,
  { lat: otherLat, lng: otherLng }: Pick<Place, 'lat' | 'lng'>,
): number | null {
  if (lat == null || lng == null || otherLat == null || otherLng == null) return null
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const a =
    half(otherLat - lat) +
    Math.cos(radians(lat)) * Math.cos(radians(otherLat)) * half(otherLng - lng)
  // Rounding may exceed 1 for antipodes.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, a)))
}
