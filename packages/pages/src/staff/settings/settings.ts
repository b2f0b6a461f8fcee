import type { Schemas } from '@mediajobs/client'
import {
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TERMS_LENGTH,
  webOrigin,
} from '@mediajobs/domain'
import { accentOf } from '../../colour.ts'
import { formatFor } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { company } from '../../layout.ts'
import { doneNotice } from '../list.ts'
import { section } from '../parts.ts'
import { readTagged } from '../read-record.ts'
import {
  checkField,
  type Problems,
  problemNotice,
  type RecordField,
  recordForm,
  textIn,
} from '../records/form.ts'
import { save } from '../records/save.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'

const TEXTS = {
  title: 'Settings',
  name: 'Name',
  logoUrl: 'Logo',
  logoHint: 'The https address of an image, ideally 160 × 40 pixels or larger.',
  colour: 'Color',
  colourHint: 'Button color. Text adjusts automatically.',
  timeZone: 'Time zone',
  zoneHint: 'For all times and working hours.',
  noZone: 'UTC',
  locale: 'Language of dates and money',
  localeHint: 'A language tag like en-US, de-CH or fr-CA.',
  deliveryTerms: 'Terms',
  termsHint: 'Clients see them below each delivery.',
  showAddress: "Show the property's address on public pages of altered photos",
  techniciansStart: 'Technicians start their own shoots',
  editorsStart: 'Editors start their own jobs',
  save: 'Save settings',
  preview: 'Preview',
  previewTitle: 'What clients see',
  previewHint: 'The top of a delivery page.',
  unsaved: 'This is a preview. Nothing is saved yet.',
  example: { place: '48 Alder Ridge Road, Pasadena', approve: 'Approve', price: 'Price' },
  done: { saved: 'Settings saved.' },
} as const

const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')

/** The settings that a person writes. */
const FIELDS: readonly RecordField[] = [
  { name: 'name', label: TEXTS.name, isRequired: true, maxLength: MAX_NAME_LENGTH },
  {
    name: 'logoUrl',
    label: TEXTS.logoUrl,
    hint: TEXTS.logoHint,
    type: 'url',
    maxLength: MAX_LOGO_URL_LENGTH,
  },
  { name: 'colour', label: TEXTS.colour, hint: TEXTS.colourHint, maxLength: MAX_LABEL_LENGTH },
  {
    name: 'timeZone',
    label: TEXTS.timeZone,
    hint: TEXTS.zoneHint,
    choices: [['', TEXTS.noZone], ...ZONES.map((zone) => [zone, zone] as const)],
  },
  { name: 'locale', label: TEXTS.locale, hint: TEXTS.localeHint, maxLength: MAX_LABEL_LENGTH },
  {
    name: 'deliveryTerms',
    label: TEXTS.deliveryTerms,
    hint: TEXTS.termsHint,
    rows: 6,
    maxLength: MAX_TERMS_LENGTH,
  },
  checkField('showAddressOnOriginals', TEXTS.showAddress),
  checkField('techniciansStart', TEXTS.techniciansStart),
  checkField('editorsStart', TEXTS.editorsStart),
]

type Organization = Schemas['Organization']
/** The settings that the page of a client shows. */
type Look = Pick<
  Organization,
  'name' | 'logoUrl' | 'colour' | 'timeZone' | 'locale' | 'deliveryTerms'
>

// A price of four digits, so that the separators of the language are seen.
const EXAMPLE = { time: '2026-05-01T16:30:00Z', amount: 129_900, currency: 'USD' }

/** The head of the page of a delivery, with these settings. */
function preview(look: Look): Html {
  const { day, time, money } = formatFor(look.locale, look.timeZone)
  const content = html`<p class="soft">${TEXTS.previewHint}</p>
<div class="preview">${company(look)}
<p class="place">${TEXTS.example.place}</p>
<p class="soft">${day(EXAMPLE.time)}, ${time(EXAMPLE.time)} · ${TEXTS.example.price} ${money(EXAMPLE.amount, EXAMPLE.currency)}</p>
<p><span class="approve">${TEXTS.example.approve}</span></p>
${look.deliveryTerms ? html`<p class="soft terms" dir="auto">${look.deliveryTerms}</p>` : nothing}</div>`
  return section('preview', TEXTS.previewTitle, content)
}

/** The form's settings for the preview. Invalid ones fall back to the saved values. */
function sentLook({ request, staff: { organization } }: StaffVisit): Look {
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

/** `/app/{organizationId}/settings`. docs/contract.md#c12-settings */
export const settingsPages = pagesAt('/settings', { 'GET ': settingsPage, 'POST ': changeSettings })

interface Shown {
  problems?: Problems
  notice?: Notice
  /** Default: what is saved. */
  look?: Look
}

async function settingsPage(visit: StaffVisit, shown: Shown = {}) {
  const { query, staff, at } = visit
  requireMay(staff, 'updateOrganization')
  const { body: record, etag } = await readTagged<Organization>(staff, '/organization')
  const { problems, look = record } = shown
  const form = recordForm({
    action: at,
    fields: FIELDS,
    record,
    etag,
    problems,
    submit: TEXTS.save,
    buttons: html`<button name="preview" value="yes" formnovalidate>${TEXTS.preview}</button>`,
  })
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'settings',
    notice: shown.notice ?? problemNotice(problems) ?? doneNotice(query, TEXTS.done),
    css: accentOf(look.colour, '.preview'),
    logoUrls: [look.logoUrl],
    body: html`<div class="beside"><div>${form}</div>${preview(look)}</div>`,
  })
}

async function changeSettings(visit: StaffVisit) {
  requireMay(visit.staff, 'updateOrganization')
  const sent = formOf(visit.request)
  if (sent.text('preview') !== undefined) {
    const problems = { head: [], fields: new Map<string, string>(), sent }
    const notice: Notice = { kind: 'done', text: TEXTS.unsaved }
    return settingsPage(visit, { problems, notice, look: sentLook(visit) })
  }
  return save<Organization>({
    visit,
    fields: FIELDS,
    method: 'PATCH',
    url: '/organization',
    refuse: (problems) => settingsPage(visit, { problems }),
  })
}
