/** Coordinates as copied from maps: `47.3717, 8.5423`. */
const POINT = /^(-?\d{1,2}(?:\.\d+)?)[\s,;]+(-?\d{1,3}(?:\.\d+)?)$/

export const PLACE = ['addressLine1', 'addressLine2', 'city', 'region', 'postalCode'] as const

type Values = Readonly<Record<(typeof PLACE)[number] | 'countryCode' | 'coordinates', string>>

/** The coordinates of the address; null if empty, undefined if invalid. */
export function pointOf({
  coordinates,
}: Pick<Values, 'coordinates'>): { lat: number; lng: number } | null | undefined {
  if (coordinates === '') return null
  const [, lat = Number.NaN, lng = Number.NaN] = (POINT.exec(coordinates) ?? []).map(Number)
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

/** The address of a new job. */
export function placeOf(values: Values) {
  const texts = PLACE.map((name) => [name, values[name] || null])
  return {
    ...Object.fromEntries(texts),
    countryCode: values.countryCode.toUpperCase() || null,
    ...pointOf(values),
  }
}
