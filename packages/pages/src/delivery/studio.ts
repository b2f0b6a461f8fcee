import { mailUrl, phoneUrl } from '@mediajobs/domain'
import { type Html, html, nothing } from '../html.ts'
import { icon } from '../icons.ts'
import type { DeliveryTexts } from './texts.ts'
import type { View } from './view.ts'

type Studio = Pick<View['organization'], 'name' | 'contactEmail' | 'contactPhone'> &
  Partial<Pick<View['organization'], 'deliveryNote'>>

/** The studio's note and contact, below the files. docs/contract.md#c12-studio */
export function studio(
  { name, deliveryNote = null, contactEmail, contactPhone }: Studio,
  texts: Pick<DeliveryTexts, 'contact'>,
): Html {
  if (!deliveryNote && !contactEmail && !contactPhone) return nothing
  const note = deliveryNote ? html`<p class="terms" dir="auto">${deliveryNote}</p>` : nothing
  const mail = contactEmail
    ? html`<a class="button" href="${mailUrl(contactEmail)}">${icon('mail')}${contactEmail}</a>`
    : nothing
  return html`<aside class="studio" aria-label="${texts.contact(name)}">${note}
${contactEmail || contactPhone ? html`<p class="contact">${mail}${contactPhone ? phone(contactPhone) : nothing}</p>` : nothing}</aside>`
}

/** A phone number, linked if it can be dialed. */
export function phone(number: string): Html {
  const url = phoneUrl(number)
  const content = html`${icon('phone')}<span dir="ltr">${number}</span>`
  return url
    ? html`<a class="button" href="${url}">${content}</a>`
    : html`<span class="number">${content}</span>`
}

/** The link to the customer portal. docs/contract.md#c22-links */
export function portalLink(
  { portalUrl }: Pick<View, 'portalUrl'>,
  { portal }: Pick<DeliveryTexts, 'portal'>,
): Html {
  return portalUrl ? html`<p><a href="${portalUrl}">${portal}</a></p>` : nothing
}
