import type { Schemas } from '@mediajobs/client'
import {
  dueAmountOf,
  languageOfLocale,
  localeIn,
  MAX_NOTICE_HOURS,
  MIN_SLOT_MINUTES,
} from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'
import { draftOf } from '../../book/draft.ts'
import { previewPage } from '../../book/page.ts'
import { TEXTS as BOOK } from '../../book/texts.ts'
import type { BookForm, View } from '../../book/view.ts'
import { formatFor } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { accentOf, logoOf } from '../../layout.ts'
import { sendPage } from '../../send-page.ts'
import { rootOf } from '../own-address.ts'
import { readTagged } from '../read-record.ts'
import { sentValues } from '../records/form.ts'
import type { OrderForm } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import { formFields, type Offered } from './fields.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Days with example times, from 9:00 to 16:00. */
const DAYS = 5
const [OPENS, CLOSES] = [9 * 60, 16 * 60]

/** What clients see with the form's values, for the preview frame. docs/contract.md#c20-forms-page */
export async function sendPreview(visit: StaffVisit, offered: Offered) {
  const { request, reply, staff, id } = visit
  const { body: record } = await readTagged<OrderForm>(staff, `/order-forms/${id}`)
  const isSent = request.method === 'POST'
  const sent = isSent ? sentValues(formOf(request), formFields(offered)).values : {}
  const form = bookFormOf(visit, offered, { ...record, ...sent })
  const { organization } = form
  const language = languageOfLocale(organization.locale)
  const view: View = {
    form,
    member: undefined,
    isGuestByChoice: false,
    draft: draftOf(formOf({ body: { packageId: form.packages[0]?.id ?? '' } }), form),
    step: 'property',
    texts: BOOK[language],
    language,
    format: formatFor(localeIn(language, organization.locale), form.timeZone),
    action: '',
    quote: await quoteOf(visit, form),
    slots: exampleTimes(form),
    from: undefined,
    problems: new Map(),
    notice: undefined,
    css: accentOf(organization.colour),
  }
  return sendPage(request, reply, {
    ...previewPage(view, rootOf(request)),
    urls: [],
    logoUrls: [organization.logoUrl],
    frameAncestors: [],
  })
}

function bookFormOf(
  { staff }: StaffVisit,
  { packages, addOns }: Offered,
  { packageIds, addOnIds, ...form }: OrderForm,
): BookForm {
  const { organization } = staff
  return {
    ...form,
    organization: { ...organization, logoUrl: logoOf(organization) },
    timeZone: organization.timeZone ?? 'UTC',
    sizeUnit: organization.sizeUnit,
    packages: packages.filter(({ id }) => packageIds.includes(id)),
    addOns: addOns.filter(({ id }) => addOnIds.includes(id)),
    cardPayments: true,
  }
}

/** The price of the first package; undefined without one. */
async function quoteOf({ staff }: StaffVisit, form: BookForm): Promise<View['quote']> {
  const packageId = form.packages[0]?.id
  if (packageId === undefined) return undefined
  const { status, body } = await staff.call<Schemas['Quote']>({
    method: 'POST',
    url: '/pricing/quote',
    payload: { packageId },
  })
  return status === 200 ? { ...body, dueAmount: dueAmountOf(form, body.totalAmount) } : undefined
}

/** Start times by the form's slot length, notice and horizon, regardless of who is free. */
function exampleTimes({ slotMinutes, noticeHours, horizonDays, timeZone }: BookForm): string[] {
  const now = Date.now()
  const first = now + Math.min(noticeHours, MAX_NOTICE_HOURS) * HOUR_MS
  const last = now + horizonDays * DAY_MS
  // Adds dates, not 24 hours: days have 23 to 25. One more day, since the first may be over.
  const date = Temporal.Instant.fromEpochMilliseconds(first)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const days = Array.from({ length: DAYS + 1 }, (_, i) =>
    timesOn(date.add({ days: i }), slotMinutes, timeZone).filter((start) => {
      const ms = Date.parse(start)
      return first <= ms && ms <= last
    }),
  )
  return days
    .filter((times) => times.length > 0)
    .slice(0, DAYS)
    .flat()
}

function timesOn(date: Temporal.PlainDate, slotMinutes: number, timeZone: string): string[] {
  const times: string[] = []
  for (let at = OPENS; at <= CLOSES; at += Math.max(slotMinutes, MIN_SLOT_MINUTES)) {
    const time = date.toPlainDateTime({ hour: Math.floor(at / 60), minute: at % 60 })
    times.push(time.toZonedDateTime(timeZone).toInstant().toString())
  }
  return times
}
