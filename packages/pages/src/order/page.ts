import type { Language } from '@mediajobs/domain'
import { languageLinks } from '../choose-language.ts'
import { studio } from '../delivery/studio.ts'
import { addressLine, type Format } from '../format.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import { accentOf, company, type Layout } from '../layout.ts'
import { linesTable, totals } from '../lines.ts'
import { dayOf } from '../staff/day.ts'
import { facts } from '../staff/parts.ts'
import { type Chosen, changeForms, changeLink, type Slots } from './change.ts'
import { agreedTime, type Situation, type View, wordsOf } from './situation.ts'
import type { OrderTexts } from './texts.ts'

interface Context {
  language: Language
  texts: OrderTexts
  format: Format
  situation: Situation
  /** Whether the client just rescheduled the order. */
  isMoved: boolean
  /** The order page's relative URL. */
  here: string
  root: string
}

/** Booked, or about to be. */
const WITH_TIME: ReadonlySet<Situation> = new Set([
  'DUE',
  'DUE_NO_CARDS',
  'CHECKING',
  'PROCESSING',
  'BOOKED',
  'PAID',
  'REQUESTED',
])

export function orderPage(order: View, context: Context): Layout {
  const { organization, customerName } = order
  const { texts, situation, format, isMoved } = context
  const { title, paragraphs } = wordsOf(order, situation, context)
  // The module compares this to detect changes.
  const state = [order.status, order.paidAmount, order.isPaymentUnderWay, order.paymentFailed].join(
    ' ',
  )
  const waits = situation === 'CHECKING'
  const { root, language } = context
  return {
    root,
    language,
    title: `${title} · ${organization.name}`,
    styles: ['order/style.css'],
    module: 'order/browser/main.ts',
    css: accentOf(organization.colour),
    body: html`<header>${company(organization)}</header>
<main data-state="${state}"${attributes({ 'data-waits': waits })}>
<section class="state ${TONES[situation] ?? ''}" role="status"><h1>${title}</h1>
${isMoved && isBooked(situation) ? html`<p>${texts.change.moved}</p>` : nothing}
${paragraphs.filter(Boolean).map((text) => html`<p dir="auto">${text}</p>`)}
${action(order, context)}</section>
${time(order, context)}
${changeLink(order, context)}
${facts([
  [texts.where, addressLine(order)],
  [texts.client, customerName],
])}
${lines(order, context)}
${answers(order, context)}
${terms(order, context)}
<p class="unprinted"><button type="button" id="print" hidden>${texts.print}</button></p>
</main>
${studio(organization, texts)}<footer>${(agreedTime(order) ?? order.holdExpiresAt) ? html`<p>${texts.zone(format.zone())}</p>` : nothing}${languageLinks(language)}</footer>`,
  }
}

/**
 * The page where a client reschedules or cancels their order.
 *
 * @param problem with the submitted form
 * @param url undefined for a submitted form, which can't be reloaded
 */
export function changePage(
  order: View,
  slots: Slots,
  context: Omit<Context, 'situation' | 'isMoved'>,
  { problem, url, ...chosen }: Chosen & { problem: string | undefined; url: string | undefined },
): Layout {
  const { organization } = order
  const { root, language } = context
  return {
    root,
    language,
    title: `${context.texts.change.title} · ${organization.name}`,
    styles: ['order/style.css'],
    css: accentOf(organization.colour),
    body: html`<header>${company(organization)}</header>
<main>${problem === undefined ? nothing : html`<p role="alert" class="state warning">${problem}</p>`}
${changeForms(order, slots, chosen, context)}</main>
${studio(organization, context.texts)}
${url === undefined ? nothing : html`<footer>${languageLinks(language, url)}</footer>`}`,
  }
}

const TONES: Partial<Record<Situation, string>> = {
  BOOKED: 'good',
  PAID: 'good',
  RECEIVED: 'good',
  CONFLICT: 'warning',
  CONFLICT_UNPAID: 'warning',
  EXPIRED: 'warning',
  DECLINED: 'warning',
}

function isBooked(situation: Situation): boolean {
  return situation === 'BOOKED' || situation === 'PAID'
}

/** The primary action. */
function action(order: View, { texts, format, situation, here, root }: Context): Html {
  const { currency, dueAmount, form, organization } = order
  const money = (amount: number | null) => format.money(amount ?? 0, currency ?? 'USD')
  if (situation === 'DUE') {
    return html`<form method="post" action="${here}/checkout"><p><button class="go">${texts.pay(money(dueAmount))}</button></p></form>
<p class="soft">${texts.secure(organization.name)}</p>`
  }
  if (situation === 'EXPIRED' || situation === 'DECLINED') {
    return html`<p><a class="go" href="${root}book/${encodeURIComponent(form.publicId)}">${texts.bookAgain}</a></p>`
  }
  return payLink(order, { texts, format })
}

/** A link to pay what is owed; the main button once it's due. */
function payLink(order: View, { texts, format }: Pick<Context, 'texts' | 'format'>): Html {
  const { payUrl, owed, billedTo, invoiceDueDate: dueDate, paidAmount } = order
  if (payUrl === null || owed === null) return nothing
  const label = owed.isOfOrder && paidAmount > 0 ? texts.payRest : texts.pay
  const link = (kind: 'go' | 'button') =>
    html`<p><a class="${kind}" href="${payUrl}">${label(format.money(owed.balanceAmount, owed.currency))}</a></p>`
  if (!owed.isOfOrder) return link('go')
  const isLater = billedTo !== null || !isDue(order)
  const due = dueDate && format.calendarDay(dueDate)
  const terms =
    billedTo !== null || due !== null
      ? html`<p dir="auto">${texts.invoiced(billedTo, due)}</p>`
      : isLater && html`<p>${texts.payLater}</p>`
  return html`${terms || nothing}${link(isLater ? 'button' : 'go')}`
}

const BEFORE_DELIVERY: ReadonlySet<string | undefined> = new Set<
  NonNullable<View['project']>['status']
>(['PENDING', 'BOOKED', 'SHOOTING', 'UPLOADED', 'EDITING', 'IN_REVIEW'])

/** Whether the order's invoice is due: on its due date, or on delivery if it has none. */
function isDue({ invoiceDueDate, organization, project }: View): boolean {
  return invoiceDueDate === null
    ? !BEFORE_DELIVERY.has(project?.status)
    : invoiceDueDate <= dayOf(new Date().toISOString(), organization.timeZone)
}

function time(order: View, { texts, format, situation, here }: Context): Html {
  const startsAt = agreedTime(order)
  if (!WITH_TIME.has(situation)) return nothing
  if (startsAt === null) {
    return situation === 'REQUESTED'
      ? html`<p>${texts.noTime(order.organization.name)}</p>`
      : nothing
  }
  return html`<p class="when"><time datetime="${startsAt}"><b>${format.weekday(startsAt)}</b> <span>${format.time(startsAt)}</span></time>
${isBooked(situation) ? html`<a class="button" href="${here}/calendar.ics">${texts.calendar}</a>` : nothing}</p>`
}

function lines(order: View, { language, texts, format, situation }: Context): Html {
  const { currency, lineItems, totalAmount } = order
  if (currency === null || lineItems === null || totalAmount === null) return nothing
  const { paidAmount, refundedAmount, owed } = order
  const isOff = situation === 'CANCELLED'
  // Only the fee of a canceled order can still be owed.
  const isPriced = !isOff || paidAmount > 0
  if (!isPriced && owed === null) return nothing
  const label = owedLabel({ ...order, totalAmount }, isOff, texts)
  // Until something is paid, the total says it.
  const isTotal = isPriced && owed?.isOfOrder && owed.balanceAmount === totalAmount
  return linesTable({
    ...(owed && !isTotal && { main: label }),
    language,
    format,
    currency,
    lineItems: isPriced ? lineItems : [],
    sums: [
      ...(isPriced ? totals(language, { ...order, totalAmount }) : []),
      isPriced && paidAmount > 0 && [texts.paid, -paidAmount],
      isPriced && refundedAmount > 0 && [texts.refunded, refundedAmount],
      owed !== null && !isTotal && [label, owed.balanceAmount, owed.currency],
      owed !== null && owed.otherAmount > 0 && [texts.others, owed.otherAmount, owed.currency],
    ],
  })
}

function owedLabel(
  { owed, paidAmount, totalAmount }: View & { totalAmount: number },
  isOff: boolean,
  texts: OrderTexts,
): string {
  if (owed?.isOfOrder) return texts.due
  // From a full payment the fee was kept, so anything still owed is another charge.
  const isLast = isOff && owed?.otherAmount === 0 && paidAmount < totalAmount
  return isLast ? texts.cancellationFee : texts.charge
}

function answers({ answers: given }: View, { texts }: Context): Html {
  if (!given || given.length === 0) return nothing
  // An order keeps these answers of YES_NO questions in English.
  const words = new Map([
    ['Yes', texts.yes],
    ['No', texts.no],
  ])
  return html`<h2>${texts.answers}</h2>${facts(
    given.map(({ question, answer }) => [question, words.get(answer) ?? answer] as const),
    true,
  )}`
}

function terms({ form }: View, { texts }: Context): Html {
  if (form.terms === null) return nothing
  return html`<details class="terms"><summary>${texts.terms}</summary><p class="text" dir="auto">${form.terms}</p></details>`
}
