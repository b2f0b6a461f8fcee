import type { Schemas } from '@mediajobs/client'
import {
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TERMS_LENGTH,
  webOrigin,
} from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { accentOf } from '../../colour.ts'
import { formatFor } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { company } from '../../layout.ts'
import { STAFF } from '../door.ts'
import { organizationAddress, type Query } from '../own-address.ts'
import { nothingHere, readTagged } from '../read-record.ts'
import {
  checkField,
  doneNotice,
  type Problems,
  problemNotice,
  type RecordField,
  recordForm,
  textIn,
} from '../records/form.ts'
import { save } from '../records/save.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { type StaffVisit, serve } from '../serve.ts'
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

/** Rows of the field for the terms. */
const ROWS = 6

const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')

/** The settings that a person writes. */
const FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    label: TEXTS.name,
    isRequired: true,
    control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
  },
  {
    name: 'logoUrl',
    label: TEXTS.logoUrl,
    hint: TEXTS.logoHint,
    control: { kind: 'line', type: 'url', maxLength: MAX_LOGO_URL_LENGTH },
  },
  {
    name: 'colour',
    label: TEXTS.colour,
    hint: TEXTS.colourHint,
    control: { kind: 'line', maxLength: MAX_LABEL_LENGTH },
  },
  {
    name: 'timeZone',
    label: TEXTS.timeZone,
    hint: TEXTS.zoneHint,
    control: {
      kind: 'choice',
      choices: [['', TEXTS.noZone], ...ZONES.map((zone) => [zone, zone] as const)],
    },
  },
  {
    name: 'locale',
    label: TEXTS.locale,
    hint: TEXTS.localeHint,
    control: { kind: 'line', maxLength: MAX_LABEL_LENGTH },
  },
  {
    name: 'deliveryTerms',
    label: TEXTS.deliveryTerms,
    hint: TEXTS.termsHint,
    control: { kind: 'lines', maxLength: MAX_TERMS_LENGTH, rows: ROWS },
  },
  checkField({ name: 'showAddressOnOriginals', label: TEXTS.showAddress }),
  checkField({ name: 'techniciansStart', label: TEXTS.techniciansStart }),
  checkField({ name: 'editorsStart', label: TEXTS.editorsStart }),
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
  return html`<section aria-labelledby="preview-title"><h2 id="preview-title">${TEXTS.previewTitle}</h2>
<p class="soft">${TEXTS.previewHint}</p>
<div class="preview">${company(look)}
<p class="place">${TEXTS.example.place}</p>
<p class="soft">${day(EXAMPLE.time)}, ${time(EXAMPLE.time)} · ${TEXTS.example.price} ${money(EXAMPLE.amount, EXAMPLE.currency)}</p>
<p><span class="approve">${TEXTS.example.approve}</span></p>
${look.deliveryTerms ? html`<p class="soft terms" dir="auto">${look.deliveryTerms}</p>` : nothing}</div></section>`
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

interface SettingsRoute {
  Querystring: Query
}
type Visit = StaffVisit<SettingsRoute>

const AT = '/app/:organizationId/settings'

/** `/app/{organizationId}/settings`. docs/contract.md#c12-settings */
export const settingsPages: FastifyPluginAsync = async (app) => {
  app.get<SettingsRoute>(AT, STAFF, serve<SettingsRoute>(settingsPage))
  app.post<SettingsRoute>(AT, STAFF, serve<SettingsRoute>(changeSettings))
}

interface Shown {
  problems?: Problems
  notice?: Notice
  /** Default: what is saved. */
  look?: Look
}

async function settingsPage(visit: Visit, shown: Shown = {}) {
  const { request, staff } = visit
  requireMay(staff, 'updateOrganization')
  const record = await readTagged<Organization>(staff, '/organization')
  if (!record) throw nothingHere()
  const { problems, look = record.body } = shown
  const form = recordForm({
    action: addressOf(visit),
    fields: FIELDS,
    record: record.body,
    etag: record.etag,
    problems,
    submit: TEXTS.save,
    buttons: html`<button name="preview" value="yes" formnovalidate>${TEXTS.preview}</button>`,
  })
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'settings',
    styles: ['staff/records/style.css', 'staff/settings/style.css'],
    notice: shown.notice ?? problemNotice(problems) ?? doneNotice(request.query, TEXTS.done),
    css: accentOf(look.colour, '.preview'),
    logoUrls: [look.logoUrl],
    body: html`<div class="beside"><div>${form}</div>${preview(look)}</div>`,
  })
}

function changeSettings(visit: Visit) {
  const { request, reply, staff } = visit
  requireMay(staff, 'updateOrganization')
  const here = addressOf(visit)
  const sent = formOf(request)
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
    done: (saved) => reply.redirect(`${here}?done=${'body' in saved ? 'saved' : 'same'}`, 303),
    back: here,
    refuse: (problems) => settingsPage(visit, { problems }),
  })
}

function addressOf({ request, staff }: Visit): string {
  return `${organizationAddress(request, staff.organization)}/settings`
}
