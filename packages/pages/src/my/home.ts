import type { Schemas } from '@mediajobs/client'
import { type Html, html, nothing } from '../html.ts'
import { queryOf, withQuery } from '../staff/own-address.ts'
import {
  deliveryGrid,
  invoiceRow,
  nextVisit,
  orderRow,
  projectRow,
  visitRow,
  zoneLine,
} from './rows.ts'
import { noticeOf } from './sign-in.ts'
import {
  type Context,
  callPortal,
  type MyVisit,
  refuse,
  type Session,
  sendMyPage,
} from './visit.ts'

const SHOWN = { visits: 4, deliveries: 6, orders: 5, unpaid: 20 }

interface Records {
  visits: Schemas['PortalVisit'][]
  deliveries: Schemas['PortalDelivery'][]
  orders: Schemas['PortalOrder'][]
  unpaid: Schemas['PortalInvoice'][]
  hasMoreUnpaid: boolean
  forms: Schemas['PortalOrderForms']['data']
}

/** The portal's home page. docs/contract.md#c22-pages */
export async function showHome(visit: MyVisit) {
  const { session, token } = visit
  const read = <Record>(url: string) =>
    callPortal<PageOf<Record>>(visit, token, { method: 'GET', url: `/portal/${url}` })
  const answers = await Promise.all([
    read<Records['visits'][0]>(`visits?limit=${SHOWN.visits}`),
    read<Records['deliveries'][0]>(`deliveries?limit=${SHOWN.deliveries}`),
    read<Records['orders'][0]>(`orders?limit=${SHOWN.orders}`),
    read<Records['unpaid'][0]>(`invoices?unpaid=true&limit=${SHOWN.unpaid}`),
    read<Records['forms'][0]>('order-forms'),
  ])
  const refused = answers.find(({ status }) => status !== 200)
  if (refused) return refuse(visit, refused, session.organization)
  const [visits, deliveries, orders, unpaid, forms] = answers
  const records: Records = {
    visits: visits.body.data,
    deliveries: deliveries.body.data,
    orders: orders.body.data,
    unpaid: unpaid.body.data,
    hasMoreUnpaid: unpaid.body.nextCursor !== null,
    forms: forms.body.data,
  }
  const isEmpty =
    [visits, deliveries, orders, unpaid].every(({ body }) => body.data.length === 0) &&
    (await read('invoices?limit=1')).body.data?.length === 0
  const { customer, organization: studio, group } = session
  const notice = noticeOf(visit, ['saved'])
  return sendMyPage(visit, ({ home }) => home.title(customer.name), {
    studio,
    customerLanguage: customer.language,
    head: ({ texts }) =>
      group?.role === 'LEAD'
        ? html`<p class="sub" dir="auto">${texts.home.lead(group.name)}</p>`
        : nothing,
    body: (
      context,
    ) => html`${notice ? html`<p class="notice" role="status">${context.texts.notices[notice]}</p>` : nothing}
${isEmpty ? html`<p>${context.texts.home.empty(studio.name)}</p>` : nothing}
${content(records, context, session)}`,
    foot: (context) => signedInLinks(context),
    pictures: records.deliveries.map(({ thumbUrl }) => thumbUrl),
  })
}

function content(records: Records, context: Context, session: Session): Html {
  const { texts, home } = context
  const [next, ...later] = records.visits
  const { unpaid } = records
  return html`${next ? nextVisit(next, context, session) : nothing}
${later.length > 0 ? html`<ul class="rows" aria-label="${texts.home.later}">${later.map((each) => visitRow(each, context, session))}</ul>` : nothing}
${
  unpaid.length > 0
    ? part(
        texts.home.pay,
        html`<ul class="rows">${unpaid.map((each) => invoiceRow(each, context, session))}</ul>
${records.hasMoreUnpaid ? html`<p class="links"><a href="${home}/invoices?unpaid=true">${texts.home.allUnpaid}</a></p>` : nothing}`,
      )
    : nothing
}
${book(records.forms, context)}
${
  records.deliveries.length > 0
    ? part(
        texts.home.deliveries,
        html`${deliveryGrid(records.deliveries, context, session)}
<p class="links"><a href="${home}/deliveries">${texts.home.allDeliveries}</a></p>`,
      )
    : nothing
}
${
  records.orders.length > 0
    ? part(
        texts.lists.orders,
        html`<ul class="rows">${records.orders.map((each) => orderRow(each, context, session))}</ul>
<p class="links"><a href="${home}/orders">${texts.home.allOrders}</a></p>`,
      )
    : nothing
}
${records.visits.length + records.orders.length > 0 ? zoneLine(context) : nothing}`
}

function part(title: string, content: Html): Html {
  return html`<section><h2>${title}</h2>
${content}</section>`
}

/** A single form gets a generic button; several get their names. */
function book(forms: Records['forms'], { texts }: Context): Html {
  const [only, ...more] = forms
  if (!only) return nothing
  if (more.length === 0) {
    return html`<p><a class="button" href="${only.bookUrl}">${texts.home.book}</a></p>`
  }
  return part(
    texts.home.book,
    html`<p class="choices">${forms.map(({ name, bookUrl }) => html`<a class="button" href="${bookUrl}" dir="auto">${name}</a>`)}</p>`,
  )
}

/** Links at the bottom of each page. */
export function signedInLinks({ texts, home }: Context): Html {
  const { deliveries, orders, invoices, projects } = texts.lists
  return html`<nav class="links" aria-label="${texts.more}"><a href="${home}/deliveries">${deliveries}</a>
<a href="${home}/orders">${orders}</a> <a href="${home}/invoices">${invoices}</a>
<a href="${home}/projects">${projects}</a> <a href="${home}/details">${texts.details.title}</a></nav>
<form class="links" method="post" action="${home}/sign-out"><button>${texts.signOut}</button>
<button name="everywhere" value="1">${texts.signOutEverywhere}</button></form>`
}

type Kind = keyof typeof DRAWN

interface PageOf<Record> {
  data: Record[]
  nextCursor: string | null
}

const DRAWN = {
  deliveries: (data: Schemas['PortalDelivery'][], context: Context, session: Session) =>
    deliveryGrid(data, context, session),
  invoices: (data: Schemas['PortalInvoice'][], context: Context, session: Session) =>
    rows(data.map((each) => invoiceRow(each, context, session))),
  orders: (data: Schemas['PortalOrder'][], context: Context, session: Session) =>
    html`${rows(data.map((each) => orderRow(each, context, session)))}${zoneLine(context)}`,
  projects: (data: Schemas['PortalProject'][], context: Context, session: Session) =>
    rows(data.map((each) => projectRow(each, context, session))),
}

const rows = (content: Html[]) => html`<ul class="rows">${content}</ul>`

/** A paged list of one kind. */
export async function showList(visit: MyVisit, kind: Kind) {
  const query = queryOf(visit.request)
  const isUnpaid = kind === 'invoices' && query.has('unpaid')
  const filter = isUnpaid ? { unpaid: 'true' } : {}
  const pageAt = (url: string, cursor: string | null) =>
    withQuery(url, Object.entries({ ...filter, cursor }))
  const read = await callPortal<PageOf<never>>(visit, visit.token, {
    method: 'GET',
    url: pageAt(`/portal/${kind}?limit=24`, query.get('cursor')),
  })
  const { customer, organization: studio } = visit.session
  if (read.status !== 200) return refuse(visit, read, studio)
  const { data, nextCursor } = read.body
  const deliveries: readonly Schemas['PortalDelivery'][] = kind === 'deliveries' ? data : []
  return sendMyPage(visit, ({ home, lists }) => (isUnpaid ? home.pay : lists[kind]), {
    studio,
    customerLanguage: customer.language,
    head: ({ texts, home }) => html`<p class="sub"><a href="${home}">${texts.lists.back}</a></p>`,
    body: (
      context,
    ) => html`${data.length > 0 ? DRAWN[kind](data, context, visit.session) : html`<p>${context.texts.lists.none}</p>`}
${nextCursor ? html`<p><a class="button" href="${pageAt('', nextCursor)}">${context.texts.lists.older}</a></p>` : nothing}`,
    hasContact: false,
    foot: signedInLinks,
    pictures: deliveries.map(({ thumbUrl }) => thumbUrl),
  })
}
