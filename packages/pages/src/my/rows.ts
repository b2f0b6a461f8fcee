import type { Schemas } from '@mediajobs/client'
import { addressLine, placeOf } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { agreedTime } from '../order/situation.ts'
import type { Context, Session } from './visit.ts'

type Delivery = Schemas['PortalDelivery']
type Invoice = Schemas['PortalInvoice']
type Project = Schemas['PortalProject']
type Order = Schemas['PortalOrder']
type Visit = Schemas['PortalVisit']

/** The owner of a record, for LEADs, who see others'. */
function whose({ customer }: Session, each: { customerId: string; customerName: string }): string {
  return each.customerId === customer.id ? '' : each.customerName
}

/** `Fri, Nov 27, 9:00 AM` */
const shortTime = (instant: string, format: Context['format']) =>
  `${format.shortDay(instant)}, ${format.time(instant)}`

const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ')

/** Deliveries as a grid of covers. */
export function deliveryGrid(
  deliveries: readonly Delivery[],
  { texts, format }: Context,
  session: Session,
): Html {
  return html`<ul class="covers">${deliveries.map((each) => {
    const title = each.addressLine1 || placeOf(each) || texts.noAddress
    const facts = joined(
      whose(session, each),
      each.isLocked ? texts.locked : texts.files(each.fileCount),
      format.monthDay(each.deliveredAt),
    )
    const picture = each.thumbUrl
      ? html`<img src="${each.thumbUrl}" alt="" loading="lazy" width="480" height="320">`
      : nothing
    return html`<li><a href="${each.deliveryUrl}"><span class="cover">${picture}</span>
<strong dir="auto">${title}</strong> <span class="soft" dir="auto">${facts}</span></a></li>`
  })}</ul>`
}

/** An invoice with its action; a void one has none. */
export function invoiceRow(invoice: Invoice, context: Context, session: Session): Html {
  const { texts, format, home } = context
  const { balanceAmount, currency, dueDate, number, totalAmount } = invoice
  const isOpen = balanceAmount > 0 && invoice.status === 'SENT'
  const isVoid = invoice.status === 'VOIDED'
  const state = isVoid ? texts.voided : texts.paymentStates[invoice.paymentState]
  const title = invoice.addressLine1 || number || ''
  const facts = joined(
    whose(session, invoice),
    number === title ? '' : (number ?? ''),
    isOpen ? '' : format.money(totalAmount, currency),
    isOpen && dueDate ? texts.home.due(format.calendarDay(dueDate)) : state,
  )
  const label = isOpen ? texts.home.payButton(format.money(balanceAmount, currency)) : texts.receipt
  const action = html`<form method="post" action="${home}/invoices/${invoice.id}/pay"><button${isOpen ? html` class="go"` : nothing} aria-label="${label}, ${number ?? title}">${label}</button></form>`
  return html`<li><div><strong dir="auto">${title}</strong> <span class="soft" dir="auto">${facts}</span></div>
${isVoid ? nothing : action}</li>`
}

export function projectRow(project: Project, { texts, format }: Context, session: Session): Html {
  const facts = joined(
    whose(session, project),
    texts.projectStatuses[project.status],
    format.mediumDay(project.scheduledTime),
  )
  return row(addressLine(project) || texts.noAddress, facts, project.orderUrl, texts.order)
}

export function orderRow(order: Order, { texts, format }: Context, session: Session): Html {
  const { totalAmount, currency, project } = order
  const isOff = project?.status === 'CANCELLED'
  const startsAt = agreedTime(order)
  const facts = joined(
    whose(session, order),
    isOff ? texts.projectStatuses.CANCELLED : texts.orderStatuses[order.status],
    startsAt && !isOff ? shortTime(startsAt, format) : '',
    totalAmount !== null && currency ? format.money(totalAmount, currency) : '',
  )
  const title = [order.addressLine1, order.city].filter(Boolean).join(', ') || texts.noAddress
  return row(title, facts, order.orderUrl, texts.order)
}

function row(title: string, facts: string, url: string | null, label: string): Html {
  return html`<li><div><strong dir="auto">${title}</strong> <span class="soft" dir="auto">${facts}</span></div>
${url ? html`<a class="button" href="${url}" aria-label="${label}, ${title}">${label}</a>` : nothing}</li>`
}

/** The time zone of the times above, for clients in another one. */
export function zoneLine({ texts, format }: Context): Html {
  return html`<p class="soft">${texts.zone(format.zone())}</p>`
}

/** The next appointment, large. */
export function nextVisit(visit: Visit, { texts, format }: Context, session: Session): Html {
  const where = addressLine(visit)
  return html`<section class="next" aria-labelledby="next">
<h2 id="next" class="soft">${texts.home.next}</h2>
<p class="when"><time datetime="${visit.scheduledTime}">${format.weekday(visit.scheduledTime)}, <span>${format.time(visit.scheduledTime)}</span></time></p>
<p dir="auto">${joined(where || texts.noAddress, whose(session, visit))}</p>
${visit.orderUrl ? html`<p><a class="button" href="${visit.orderUrl}">${texts.home.booking}</a></p>` : nothing}
</section>`
}

export function visitRow(visit: Visit, { texts, format }: Context, session: Session): Html {
  const facts = joined(addressLine(visit) || texts.noAddress, whose(session, visit))
  return row(shortTime(visit.scheduledTime, format), facts, visit.orderUrl, texts.home.booking)
}
