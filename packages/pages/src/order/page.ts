import type { Language } from '@mediajobs/domain'
import type { Assets } from '../assets.ts'
import { accentOf } from '../colour.ts'
import { studio } from '../delivery/studio.ts'
import { addressLine, type Format } from '../format.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import { company, layOut } from '../layout.ts'
import { facts } from '../staff/parts.ts'
import { changeForms, changeLink, type Slots } from './change.ts'
import { type Situation, type View, wordsOf } from './situation.ts'
import type { OrderTexts } from './texts.ts'

interface Context {
  language: Language
  texts: OrderTexts
  format: Format
  situation: Situation
  /** The order's page, from here. */
  here: string
  root: string
  assets: Assets
  nonce: string
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

export function orderPage(order: View, context: Context): Html {
  const { organization, customerName } = order
  const { texts, situation, format } = context
  const { title, text } = wordsOf(order, situation, context)
  // The module sees by it that the order has moved on.
  const state = [order.status, order.paidAmount, order.isPaymentUnderWay].join(' ')
  const waits = situation === 'CHECKING'
  const { assets, nonce, root, language } = context
  return layOut({
    assets,
    nonce,
    root,
    language,
    title: `${title} · ${organization.name}`,
    styles: ['order/style.css'],
    module: 'order/browser/main.ts',
    css: accentOf(organization.colour),
    body: html`<header>${company(organization)}</header>
<main data-state="${state}"${attributes({ 'data-waits': waits })}>
<section class="state ${TONES[situation] ?? ''}" role="status"><h1>${title}</h1>
${text ? html`<p dir="auto">${text}</p>` : nothing}
${action(order, context)}</section>
${time(order, context)}
${facts([
  [texts.where, addressLine(order)],
  [texts.client, customerName],
])}
${lines(order, context)}
${answers(order, context)}
${terms(order, context)}
${changeLink(order, context)}
<p class="unprinted"><button type="button" id="print" hidden>${texts.print}</button></p>
</main>
${studio(organization, texts)}${order.startsAt ? html`<footer><p>${texts.zone(format.zone(order.startsAt))}</p></footer>` : nothing}`,
  })
}

/** The page on which a client moves or cancels their order. @param problem what was wrong with the form */
export function changePage(
  order: View,
  slots: Slots,
  { assets, nonce, root, language, ...context }: Omit<Context, 'situation'>,
  problem: string | undefined,
): Html {
  const { organization } = order
  return layOut({
    assets,
    nonce,
    root,
    language,
    title: `${context.texts.change.title} · ${organization.name}`,
    styles: ['order/style.css'],
    css: accentOf(organization.colour),
    body: html`<header>${company(organization)}</header>
<main>${problem === undefined ? nothing : html`<p role="alert" class="state warning">${problem}</p>`}
${changeForms(order, slots, context)}</main>
${studio(organization, context.texts)}`,
  })
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

/** The one thing to do. */
function action(order: View, { texts, format, situation, here, root }: Context): Html {
  const { currency, dueAmount, totalAmount, paidAmount, payUrl, form, organization } = order
  const money = (amount: number | null) => format.money(amount ?? 0, currency ?? 'USD')
  if (situation === 'DUE') {
    return html`<form method="post" action="${here}/checkout"><p><button class="go">${texts.pay(money(dueAmount))}</button></p></form>
<p class="soft">${texts.secure(organization.name)}</p>`
  }
  if (situation === 'EXPIRED' || situation === 'DECLINED') {
    return html`<p><a class="go" href="${root}book/${encodeURIComponent(form.publicId)}">${texts.bookAgain}</a></p>`
  }
  if (payUrl === null) return nothing
  const rest = (totalAmount ?? 0) - paidAmount
  return html`<p><a class="go" href="${payUrl}">${texts.payRest(money(rest))}</a></p>`
}

function time(order: View, { texts, format, situation, here }: Context): Html {
  const startsAt = order.project?.scheduledTime ?? order.startsAt
  if (!WITH_TIME.has(situation)) return nothing
  if (startsAt === null || order.startsAt === null) {
    return situation === 'REQUESTED'
      ? html`<p>${texts.noTime(order.organization.name)}</p>`
      : nothing
  }
  const isBooked = situation === 'BOOKED' || situation === 'PAID'
  return html`<p class="when"><time datetime="${startsAt}"><b>${format.weekday(startsAt)}</b> <span>${format.time(startsAt)}</span></time>
${isBooked ? html`<a class="button" href="${here}/calendar.ics">${texts.calendar}</a>` : nothing}</p>`
}

function lines(order: View, { texts, format }: Context): Html {
  const { currency, lineItems, discountAmount, taxAmount, totalAmount } = order
  if (currency === null || lineItems === null || totalAmount === null) return nothing
  const row = (label: Html | string, amount: number) =>
    html`<tr><th scope="row" dir="auto">${label}</th><td>${format.money(amount, currency)}</td></tr>`
  const { paidAmount, refundedAmount } = order
  return html`<table class="lines"><thead class="hidden"><tr><th scope="col">${texts.item}</th><th scope="col">${texts.amount}</th></tr></thead>
<tbody>${lineItems.map(({ description, quantity, unitAmount }) =>
    row(
      quantity === 1
        ? description
        : html`${description} <span class="soft">${texts.times(quantity)}</span>`,
      quantity * unitAmount,
    ),
  )}</tbody>
<tfoot>${discountAmount > 0 ? row(texts.discount, -discountAmount) : nothing}
${taxAmount > 0 ? row(texts.tax, taxAmount) : nothing}
${row(texts.total, totalAmount)}
${paidAmount > 0 ? row(texts.paid, -paidAmount) : nothing}
${refundedAmount > 0 ? row(texts.refunded, refundedAmount) : nothing}
${order.payUrl ? row(texts.due, totalAmount - paidAmount) : nothing}</tfoot></table>`
}

function answers({ answers: given }: View, { texts }: Context): Html {
  if (!given || given.length === 0) return nothing
  return html`<h2>${texts.answers}</h2>${facts(
    given.map(({ question, answer }) => [question, answer] as const),
    true,
  )}`
}

function terms({ form }: View, { texts }: Context): Html {
  if (form.terms === null) return nothing
  return html`<details class="terms"><summary>${texts.terms}</summary><p class="text" dir="auto">${form.terms}</p></details>`
}
