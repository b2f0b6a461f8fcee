import type { Format } from '../../format.ts'
import { html, nothing } from '../../html.ts'
import type { Discount, Offer } from '../records.ts'
import { MEDIA_TYPE_NAMES } from '../texts.ts'
import { TEXTS } from './texts.ts'

// A record of the catalogue in words: its name, its value, and the rest.

export function isOffer(record: Offer | Discount): record is Offer {
  return 'priceAmount' in record
}

export function nameOf(record: Offer | Discount): string {
  return isOffer(record) ? record.name : record.code
}

export function worthOf(record: Offer | Discount, { money, percent }: Format): string {
  if (isOffer(record)) return money(record.priceAmount, record.currency)
  const { percentBasisPoints, discountAmount, currency } = record
  if (percentBasisPoints !== null) return percent(percentBasisPoints)
  return discountAmount === null || currency === null ? '' : money(discountAmount, currency)
}

export function restOf(record: Offer | Discount, format: Format): string {
  const parts = isOffer(record) ? partsOfOffer(record, format) : partsOfDiscount(record, format)
  return parts.filter(Boolean).join(' · ')
}

function partsOfOffer({ durationMinutes, mediaTypes }: Offer, { minutes }: Format) {
  const types = (mediaTypes ?? []).map((type) => MEDIA_TYPE_NAMES[type]).join(', ')
  return [durationMinutes === null ? '' : minutes(durationMinutes), types]
}

function partsOfDiscount(discount: Discount, { dayAndTime }: Format) {
  const { redemptions, maxRedemptions, startsAt, expiresAt } = discount
  return [
    TEXTS.uses(redemptions, maxRedemptions),
    startsAt === null ? '' : TEXTS.from(dayAndTime(startsAt)),
    expiresAt === null ? '' : TEXTS.until(dayAndTime(expiresAt)),
  ]
}

/** What a person reads who may not change it. */
export function facts(record: Offer | Discount, format: Format) {
  const description = isOffer(record) ? record.description : null
  return html`<p><b>${worthOf(record, format)}</b></p>
<p>${restOf(record, format)}</p>
${description ? html`<p class="lines" dir="auto">${description}</p>` : nothing}`
}
