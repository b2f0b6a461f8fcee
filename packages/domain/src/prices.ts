/** Of `propertySize`. */
export const SIZE_UNITS = ['SQFT', 'SQM'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

/** Price and duration of properties up to a size. */
export interface SizeTier {
  /** The largest size, in the organization's unit. */
  readonly upTo: number
  /** In the minor unit of the offer's currency. */
  readonly priceAmount: number
  readonly durationMinutes: number | null
}

/** Where a trip costs a fee: by postal code, or within a distance of a place. */
export type TravelZone = {
  readonly name: string
  /** In the currency's minor unit. */
  readonly feeAmount: number
  readonly currency: string
  /** Who serves the zone; without it everyone. */
  readonly technicianIds?: readonly string[]
} & (
  | { /** Prefixes. */ readonly postalCodes: readonly string[] }
  | { readonly lat: number; readonly lng: number; readonly radiusKm: number }
)
