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

/** The price and duration of an offer. */
export interface OfferTerms {
  /** In the minor unit of the offer's currency. Unused with tiers. */
  readonly priceAmount: number
  readonly durationMinutes: number | null
  readonly sizeTiers: readonly SizeTier[] | null
}

export type TermsAtSize = Pick<OfferTerms, 'priceAmount' | 'durationMinutes'>

/**
 * The price and duration of an offer for a property of `size`: without tiers those of the offer, otherwise those of
 * the first tier that reaches the size. A tier's duration defaults to the offer's.
 *
 * @returns `null` if the offer has tiers, and the size is unknown or above the last one
 */
export function termsAtSize(offer: OfferTerms, size: number | null): TermsAtSize | null {
  const { priceAmount, durationMinutes, sizeTiers } = offer
  if (sizeTiers === null) return { priceAmount, durationMinutes }
  const tier = size === null ? undefined : sizeTiers.find(({ upTo }) => size <= upTo)
  if (!tier) return null
  return {
    priceAmount: tier.priceAmount,
    durationMinutes: tier.durationMinutes ?? durationMinutes,
  }
}
