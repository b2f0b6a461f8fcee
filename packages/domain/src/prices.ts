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
