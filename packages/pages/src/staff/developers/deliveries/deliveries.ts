import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { refuseAs } from '../../../errors.ts'
import { type Html, html, nothing } from '../../../html.ts'
import { change } from '../../change.ts'
import { problem } from '../../list.ts'
import { type List, readList, readTagged } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { olderLinks, panes, queryOf, withoutBadTimes } from '../lists.ts'
import { refusedNotice, sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { DELIVERY_STATUS_NAMES, DEVELOPERS } from '../texts.ts'
import { isId, linkTo, type Visit } from '../visit.ts'
import { detail, statusMark } from './detail.ts'
import { addressOf, filterBar, filtersOf } from './filters.ts'
import {
  type Details,
  isDue,
  type Listed,
  missedBanners,
  readMissed,
  type Subscription,
} from './missed.ts'
import { resendLink, resentNotice } from './resend.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/developers/deliveries`. docs/contract.md#c12-deliveries */
export async function openDeliveries(visit: Visit): Promise<FastifyReply> {
  const sought = visit.query.get('find')
  if (sought === null) return showDeliveries(visit)
  const found = await find(visit, sought)
  if (found) return found
  refuseAs(visit, 'not_found')
  return showDeliveries(visit, problem(TEXTS.notFound(sought)))
}

const ROWS = '25'

/** The list, next to the open delivery. */
export async function showDeliveries(visit: Visit, notice?: Notice): Promise<FastifyReply> {
  const { staff, query, at } = visit
  const badTime = withoutBadTimes(visit)
  const opened = query.get('delivery')
  const all = `/webhooks/subscriptions?limit=${MAX_PAGE_RECORDS}`
  const [deliveries, { data: subscriptions }, open] = await Promise.all([
    readList<Listed>(staff, `/webhooks/deliveries?${queryOf(visit, filtersOf(visit), ROWS)}`),
    readList<Subscription>(staff, all),
    opened === null
      ? undefined
      : readTagged<Details>(staff, `/webhooks/deliveries/${encodeURIComponent(opened)}`),
  ])
  const missed = open ? [] : await readMissed(visit, subscriptions)
  const above = html`${missedBanners(visit, missed)}
${filterBar(visit, subscriptions)}
${resendLink(visit, deliveries, subscriptions)}
<a class="button" href="${linkTo(visit, 'events/types')}">${DEVELOPERS.eventTypes}</a>
${zoneSwitch(visit, `${at}/deliveries`)}`
  const list = rows(visit, deliveries, subscriptions.length === 0)
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'deliveries',
    notice: notice ?? badTime ?? doneNotice(visit, open?.body),
    body: panes(above, list, open && detail(visit, subscriptions, open.body), 'deliveries'),
  })
}

/** The deliveries, each linking to its detail pane. */
function rows(visit: Visit, { data, nextCursor }: List<Listed>, hasNoSubscription: boolean): Html {
  const filters = filtersOf(visit)
  const isEmpty = data.length === 0
  if (isEmpty && nextCursor === null && filters.size === 0) {
    const add = html`<p><a class="button" href="${visit.at}/webhooks/new">${TEXTS.add}</a></p>`
    return html`<p>${TEXTS.noneYet}</p>
<ol>${TEXTS.firstSteps.map((step) => html`<li>${step}</li>`)}</ol>
${hasNoSubscription ? add : nothing}`
  }
  const none = html`<p>${TEXTS.empty}${nextCursor ? ` ${TEXTS.further}` : ''}</p>`
  const list = html`<ol class="rows" aria-label="${TEXTS.list}">${data.map((each) => html`<li>${row(visit, each)}</li>`)}</ol>`
  const older = isEmpty ? TEXTS.lookFurther : DEVELOPERS.older
  return html`${isEmpty ? none : list}${olderLinks(visit, 'deliveries', filters, nextCursor, older)}`
}

function row(visit: Visit, delivery: Listed): Html {
  const { id, event, status, responseStatus, error, subscriptionUrl, createdAt } = delivery
  const mark = visit.query.get('delivery') === id ? html` aria-current="true"` : nothing
  const said = responseStatus === null ? (error ?? '') : `${responseStatus}`
  return html`<a href="${addressOf(visit, [['delivery', id]])}"${mark}>${statusMark(status)}
<span class="what">${event}</span> <span class="said">${said}</span>
<span class="where" dir="auto">${subscriptionUrl}</span> <span class="when">${visit.clock.short(createdAt)}</span></a>`
}

/** Redirects to the delivery, event or job with an id; `undefined` if there is none. */
async function find(visit: Visit, text: string): Promise<FastifyReply | undefined> {
  if (!isId(text)) return undefined
  const id = text.toLowerCase()
  const places = [
    [`/webhooks/deliveries/${id}`, addressOf(visit, [['delivery', id]])],
    [`/events/${id}`, linkTo(visit, 'deliveries', [['eventId', id]])],
    [`/projects/${id}`, linkTo(visit, 'deliveries', [['projectId', id]])],
  ] as const
  const found = await Promise.all(
    places.map(async ([url, address]) => {
      const { status } = await visit.staff.call({ method: 'GET', url })
      return status === 200 ? [address] : []
    }),
  )
  const [first] = found.flat()
  return first === undefined ? undefined : visit.reply.redirect(first, 303)
}

export function retryDelivery(visit: Visit): Promise<FastifyReply> {
  const { reply, id } = visit
  const done = [
    ['delivery', id],
    ['done', 'retried'],
  ] as const
  return change(visit, {
    call: { method: 'POST', url: `/webhooks/deliveries/${id}/retry` },
    done: () => reply.redirect(addressOf(visit, done), 303),
    refuse: (response) => showDeliveries(visit, refusedNotice(visit, response)),
  })
}

function doneNotice(visit: Visit, open: Details | undefined): Notice | undefined {
  const { query } = visit
  const texts = TEXTS.done
  const done = query.get('done')
  if (done === 'retried' && open) {
    const text = isDue(open) ? texts.retried : texts.tried(DELIVERY_STATUS_NAMES[open.status])
    return { kind: 'done', text }
  }
  if (done === 'resent') return resentNotice(visit)
  if (done !== 'recovered') return undefined
  const count = Math.max(0, Math.trunc(Number(query.get('sent'))) || 0)
  const more = query.has('more') ? ` ${texts.more}` : ''
  return { kind: 'done', text: `${texts.recovered(count)}${more}` }
}
