import type { Schemas } from '@mediajobs/client'
import { webOrigin } from '@mediajobs/domain'
import { formatFor } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { company } from '../../layout.ts'
import { textIn } from '../records/field.ts'
import type { StaffVisit } from '../serve.ts'
import { FIELDS } from './fields.ts'
import { TEXTS } from './texts.ts'

export type Organization = Schemas['Organization']
/** The settings that the page of a client shows. */
export type Look = Pick<
  Organization,
  'name' | 'logoUrl' | 'colour' | 'timeZone' | 'locale' | 'deliveryTerms'
>

// A price of four digits, so that the separators of the language are seen.
const EXAMPLE = { time: '2026-05-01T16:30:00Z', amount: 129_900, currency: 'USD' }

/** The head of the page of a delivery, with these settings. */
export function preview(look: Look): Html {
  const { day, time, money } = formatFor(look.locale, look.timeZone)
  return html`<section aria-labelledby="preview-title"><h2 id="preview-title">${TEXTS.previewTitle}</h2>
<p class="soft">${TEXTS.previewHint}</p>
<div class="preview">${company(look)}
<p class="place">${TEXTS.example.place}</p>
<p class="soft">${day(EXAMPLE.time)}, ${time(EXAMPLE.time)} · ${TEXTS.example.price} ${money(EXAMPLE.amount, EXAMPLE.currency)}</p>
<p><span class="approve">${TEXTS.example.approve}</span></p>
${look.deliveryTerms ? html`<p class="soft terms" dir="auto">${look.deliveryTerms}</p>` : nothing}</div></section>`
}

/** The settings as the form has them, as far as a page can show them. What it can't show is as it is saved. */
export function sentLook({ request, staff: { organization } }: StaffVisit): Look {
  const form = formOf(request)
  const sent = Object.fromEntries(FIELDS.map((field) => [field.name, textIn(form, field) || null]))
  const { name, logoUrl, colour, timeZone, locale, deliveryTerms } = sent
  return {
    name: name ?? organization.name,
    logoUrl: isHttps(logoUrl) ? logoUrl : null,
    colour: colour ?? null,
    deliveryTerms: deliveryTerms ?? null,
    ...(isFormat(locale, timeZone)
      ? { locale: locale ?? null, timeZone: timeZone ?? null }
      : { locale: organization.locale, timeZone: organization.timeZone }),
  }
}

function isHttps(url: string | null | undefined): url is string {
  return typeof url === 'string' && webOrigin(url)?.startsWith('https:') === true
}

function isFormat(locale: string | null | undefined, timeZone: string | null | undefined): boolean {
  try {
    new Intl.DateTimeFormat(locale ?? undefined, { timeZone: timeZone ?? undefined })
    return true
  } catch {
    return false
  }
}
