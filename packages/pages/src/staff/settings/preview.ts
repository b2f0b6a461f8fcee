import { languageOfLocale, localeIn, webOrigin } from '@mediajobs/domain'
import { CLIENT_TEXTS } from '@mediajobs/domain/mail-texts'
import { TEXTS as DELIVERY } from '../../delivery/texts.ts'
import { formatFor } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { attributes, type Html, html } from '../../html.ts'
import { logoOf } from '../../layout.ts'
import { section } from '../parts.ts'
import { textIn } from '../records/form.ts'
import type { Organization } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import { FIELDS } from './fields.ts'
import { TEXTS } from './texts.ts'

/** The settings that clients see. */
export type Look = Pick<
  Organization,
  | 'name'
  | 'logo'
  | 'logoUrl'
  | 'colour'
  | 'timeZone'
  | 'locale'
  | 'deliveryTerms'
  | 'deliveryNote'
  | 'contactEmail'
  | 'contactPhone'
>

// Four digits, to show the locale's separators.
const EXAMPLE = { time: '2026-05-01T16:30:00Z', amount: 129_900, currency: 'USD' }
const { street, place, photos, client } = TEXTS.example

/**
 * A delivery page and its mail with these settings. Each element with `data-of` shows the setting of that name, and
 * follows its field in the browser.
 */
export function preview(look: Look): Html {
  // As for a client whose language is unknown.
  const language = languageOfLocale(look.locale)
  const delivery = DELIVERY[language]
  const { greeting, delivery: mail } = CLIENT_TEXTS[language]
  const sentence = mail.body(SPLIT, street).split(SPLIT)
  return section(
    'preview',
    TEXTS.previewTitle,
    html`<h3>${TEXTS.page}</h3>
<div class="preview" lang="${language}">
<div class="face"><p class="company">${studio(look)}</p><p class="place">${street}</p><p>${place} · ${delivery.contents('PHOTO', photos)}</p></div>
<div class="sheet"><p class="soft">${when(look)}</p><p><span class="approve">${delivery.approve}</span></p>
${words(look)}
${shown('p', 'deliveryTerms', look, 'soft lines')}</div>
</div>
<h3>${TEXTS.mail}</h3>
<p class="soft">${TEXTS.mailHint}</p>
<div class="preview letter">
<p class="soft">${TEXTS.from}: ${name(look)}<br>${TEXTS.subject}: ${mail.subject(street)}</p>
<div class="sheet" lang="${language}">${logo(look)}<p>${greeting(client)}</p>
<p>${sentence.map((part, at) => html`${at > 0 ? name(look) : ''}${part}`)}</p>
<p><span class="open">${mail.action}</span></p>
${words(look)}
<p class="soft">${mail.shared}</p></div>
</div>`,
  )
}

// Placeholder for the name in the mail's sentence.
const SPLIT = '\u0000'

/** An element that shows one setting. Hidden while it is empty. */
function shown(tag: 'p' | 'span', field: keyof Look, look: Look, name?: string): Html {
  const value = look[field]
  const all = attributes({ class: name, 'data-of': field, hidden: !value, dir: 'auto' })
  return tag === 'p' ? html`<p${all}>${value}</p>` : html`<span${all}>${value}</span>`
}

function name(look: Look): Html {
  return shown('span', 'name', look)
}

function words(look: Look): Html {
  return html`${shown('p', 'deliveryNote', look, 'lines')}
<p class="contact">${shown('span', 'contactEmail', look)}${shown('span', 'contactPhone', look)}</p>`
}

function logo(look: Look): Html | string {
  const url = look.logo?.url
  return url ? html`<p><img class="logo" src="${url}" alt="" height="40"></p>` : ''
}

function studio(look: Look): Html {
  const url = logoOf(look)
  return url ? html`<img class="logo" src="${url}" alt="${look.name}" height="40">` : name(look)
}

function when({ locale, timeZone }: Look): Html {
  const { time, amount, currency } = EXAMPLE
  const format = formatFor(localeIn(languageOfLocale(locale), locale), timeZone)
  return html`<span data-when="${time}">${format.day(time)}, ${format.time(time)}</span> · ${TEXTS.example.price} <span data-amount="${amount}" data-currency="${currency}">${format.money(amount, currency)}</span>`
}

/** The form's settings for the preview. A missing name, and an invalid locale or time zone, are the saved ones. */
export function sentLook({ request, staff: { organization } }: StaffVisit): Look {
  const form = formOf(request)
  const sent = Object.fromEntries(FIELDS.map((field) => [field.name, textIn(form, field) || null]))
  const textOf = (field: string) => sent[field] ?? null
  const [locale, timeZone] = [textOf('locale'), textOf('timeZone')]
  const logoUrl = textOf('logoUrl')
  return {
    name: textOf('name') ?? organization.name,
    logo: organization.logo,
    logoUrl: isHttps(logoUrl) ? logoUrl : null,
    colour: textOf('colour'),
    deliveryTerms: textOf('deliveryTerms'),
    deliveryNote: textOf('deliveryNote'),
    contactEmail: textOf('contactEmail'),
    contactPhone: textOf('contactPhone'),
    ...(isFormat(locale, timeZone)
      ? { locale, timeZone }
      : { locale: organization.locale, timeZone: organization.timeZone }),
  }
}

function isHttps(url: string | null): url is string {
  return url !== null && webOrigin(url)?.startsWith('https:') === true
}

function isFormat(locale: string | null, timeZone: string | null): boolean {
  try {
    new Intl.DateTimeFormat(locale ?? undefined, { timeZone: timeZone ?? undefined })
    return true
  } catch {
    return false
  }
}
