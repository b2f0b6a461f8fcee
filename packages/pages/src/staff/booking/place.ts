import type { Values } from './read.ts'

/** As maps copy them: `47.3717, 8.5423`. */
const POINT = /^(-?\d{1,2}(?:\.\d+)?)[\s,;]+(-?\d{1,3}(?:\.\d+)?)$/

/** The coordinates of the address; null if empty, undefined if invalid. */
export function pointOf({ coordinates }: Values): { lat: number; lng: number } | null | undefined {
  if (coordinates === '') return null
  const [, lat = Number.NaN, lng = Number.NaN] = (POINT.exec(coordinates) ?? []).map(Number)
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

/** The address of a new job. */
export function placeOf(values: Values) {
  const { addressLine1, addressLine2, city, region, postalCode, countryCode } = values
  const place = { addressLine1, addressLine2, city, region, postalCode }
  const texts = Object.entries(place).map(([name, text]) => [name, text || null])
  return {
    ...Object.fromEntries(texts),
    countryCode: countryCode.toUpperCase() || null,
    ...pointOf(values),
  }
}
