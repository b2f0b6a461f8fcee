import type { Schemas } from '@mediajobs/client'
import { type Html, html, nothing } from '../html.ts'
import { queryOf, withQuery } from '../staff/own-address.ts'
import { signedInLinks } from './home.ts'
import { deliveryGrid, invoiceRow, orderRow, projectRow, zoneLine } from './rows.ts'
import {
  type Context,
  callPortal,
  type MyVisit,
  refuse,
  type Session,
  sendMyPage,
} from './visit.ts'

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
  const cursor = queryOf(visit.request).get('cursor')
  const read = await callPortal<PageOf<never>>(visit, visit.token, {
    method: 'GET',
    url: withQuery(`/portal/${kind}?limit=24`, [['cursor', cursor]]),
  })
  const { customer, organization: studio } = visit.session
  if (read.status !== 200) return refuse(visit, read, studio)
  const { data, nextCursor } = read.body
  const deliveries: readonly Schemas['PortalDelivery'][] = kind === 'deliveries' ? data : []
  return sendMyPage(visit, ({ lists }) => lists[kind], {
    studio,
    customerLanguage: customer.language,
    head: ({ texts, home }) => html`<p class="sub"><a href="${home}">${texts.lists.back}</a></p>`,
    body: (
      context,
    ) => html`${data.length > 0 ? DRAWN[kind](data, context, visit.session) : html`<p>${context.texts.lists.none}</p>`}
${nextCursor ? html`<p><a class="button" href="?cursor=${encodeURIComponent(nextCursor)}">${context.texts.lists.older}</a></p>` : nothing}`,
    hasContact: false,
    foot: signedInLinks,
    pictures: deliveries.map(({ thumbUrl }) => thumbUrl),
  })
}
