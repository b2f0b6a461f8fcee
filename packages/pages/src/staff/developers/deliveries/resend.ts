import { MAX_PAGE_RECORDS, WEBHOOK_DELIVERY_STATUSES } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, changeOf, hidden } from '../../change-form.ts'
import { badRequest, problem } from '../../list.ts'
import { type Fact, facts } from '../../parts.ts'
import { type List, RefusedRead, readList } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { requireMay, type Staff } from '../../staff.ts'
import { queryOf, withoutBadTimes } from '../lists.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { DELIVERY_STATUS_NAMES } from '../texts.ts'
import { linkTo, type Visit } from '../visit.ts'
import { addressOf, filtersOf, TIMES } from './filters.ts'
import { isDue, type Listed, type Subscription } from './missed.ts'
import { TEXTS } from './texts.ts'

/** Deliveries per resend: one page of the list. */
const MOST = MAX_PAGE_RECORDS
/** Concurrent retries. */
const AT_ONCE = 4

const OPERATION = 'retryWebhookDelivery'

/** A link from a filtered list to the resend confirmation. */
export function resendLink(
  visit: Visit,
  { data, nextCursor }: List<Listed>,
  subscriptions: readonly Subscription[],
): Html {
  const { chosen } = partsOf(data, subscriptions)
  if (filtersOf(visit).size === 0 || chosen.length === 0) return nothing
  if (!visit.staff.may(OPERATION)) return nothing
  const isAll = nextCursor === null
  const text = isAll ? TEXTS.resend.these(chosen.length) : TEXTS.resend.some
  return html`<a class="button" href="${resendAddress(visit)}">${text}…</a>`
}

function resendAddress(visit: Visit, cursor = visit.query.get('cursor')): string {
  return linkTo(visit, 'deliveries/resend', [...filtersOf(visit), ['cursor', cursor]])
}

interface Parts {
  /** Ended deliveries whose webhook is on. */
  chosen: Listed[]
  due: Listed[]
  off: Listed[]
}

function partsOf(data: readonly Listed[], subscriptions: readonly Subscription[]): Parts {
  const on = new Set(subscriptions.flatMap(({ id, active }) => (active ? id : [])))
  const [due, ended] = [data.filter(isDue), data.filter((each) => !isDue(each))]
  const isOn = ({ subscriptionId }: Listed) => on.has(subscriptionId)
  return { due, chosen: ended.filter(isOn), off: ended.filter((each) => !isOn(each)) }
}

/** Confirms resending the matching deliveries. docs/contract.md#c12-resend */
export async function confirmResend(visit: Visit, refusal?: Notice): Promise<FastifyReply> {
  const { staff } = visit
  requireMay(staff, OPERATION)
  const notice = refusal ?? withoutBadTimes(visit)
  const [{ data, nextCursor }, { data: subscriptions }] = await Promise.all([
    readList<Listed>(staff, `/webhooks/deliveries?${queryOf(visit, filtersOf(visit), `${MOST}`)}`),
    readList<Subscription>(staff, `/webhooks/subscriptions?limit=${MAX_PAGE_RECORDS}`),
  ])
  const parts = partsOf(data, subscriptions)
  const texts = TEXTS.resend
  const count = parts.chosen.length
  const fields = [
    ...parts.chosen.map(({ id }) => ['delivery', id] as const),
    ...(nextCursor === null ? [] : [['next', nextCursor] as const]),
  ]
  const [, query = ''] = resendAddress(visit).split('?')
  const form = changeForm({
    action: `${visit.at}/deliveries/resend?${query}`,
    isOnce: true,
    content: html`${hidden(fields)}<button class="go">${texts.button(count)}</button>`,
  })
  return sendDevelopersPage(visit, {
    title: count === 0 ? texts.none : texts.question(count),
    section: 'deliveries',
    notice,
    body: html`${facts(filterFacts(visit, subscriptions))}
${count === 0 ? nothing : html`<p>${texts.means}</p>`}
${summary(parts, nextCursor !== null)}
<div class="actions">${count === 0 ? nothing : form}<a class="button" href="${addressOf(visit)}">${texts.back}</a></div>`,
  })
}

/** Deliveries to resend, by webhook and event, and those left out. */
function summary({ chosen, due, off }: Parts, isMore: boolean): Html {
  const texts = TEXTS.resend
  const groups = Map.groupBy(chosen, ({ event, subscriptionUrl }) => `${event} ${subscriptionUrl}`)
  const rows = [...groups.values()].map(([first, ...others]) => {
    if (!first) return nothing
    return html`<tr><th scope="row">${first.event}</th><td dir="auto">${first.subscriptionUrl}</td><td>${others.length + 1}</td></tr>`
  })
  const again = chosen.filter(({ status }) => status === 'SUCCEEDED').length
  const notes = [
    again > 0 && texts.again(again),
    due.length > 0 && texts.due(due.length),
    off.length > 0 && texts.off(off.length),
    isMore && texts.more,
  ].filter((note) => note !== false)
  return html`${rows.length === 0 ? nothing : html`<div class="wide"><table class="figures resent" aria-label="${texts.list}"><tbody>${rows}</tbody></table></div>`}
${notes.map((note) => html`<p class="soft">${note}</p>`)}`
}

function filterFacts(visit: Visit, subscriptions: readonly Subscription[]): Fact[] {
  const filters = filtersOf(visit)
  const all = (name: string) => filters.getAll(name).join(', ')
  const chosen = filters.getAll('status')
  const statuses = WEBHOOK_DELIVERY_STATUSES.filter((status) => chosen.includes(status))
  const [subscription] = subscriptions.filter(({ id }) => id === filters.get('subscriptionId'))
  const times = TIMES.map(([name, label]): Fact => {
    const time = filters.get(name)
    return [label, time && visit.clock.exact(time)]
  })
  return [
    [TEXTS.subscription, subscription?.url],
    [TEXTS.statuses, statuses.map((status) => DELIVERY_STATUS_NAMES[status]).join(', ')],
    [TEXTS.event, all('event')],
    [TEXTS.response, all('responseStatus')],
    [TEXTS.resend.ofEvent, all('eventId')],
    [TEXTS.ofProject, all('projectId')],
    ...times,
  ]
}

/** Retries the deliveries the person saw, each once even if the form is sent twice. */
export async function resendDeliveries(visit: Visit): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  requireMay(staff, OPERATION)
  const form = formOf(request)
  const ids = [...new Set(form.texts('delivery'))]
  const { idempotencyKey: key } = changeOf(request)
  const show = (notice: Notice) => confirmResend(visit, notice)
  if (ids.length === 0 || ids.length > MOST) return badRequest(visit, TEXTS.resend.bad(MOST), show)
  const statuses: number[] = []
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const some = ids.slice(i, i + AT_ONCE).map((id) => retry(staff, id, key && `${key}-${id}`))
    statuses.push(...(await Promise.all(some)))
  }
  const sent = statuses.filter((status) => status < 300).length
  const done = [
    ['done', 'resent'],
    ['sent', `${sent}`],
    ['skipped', sent < ids.length ? `${ids.length - sent}` : null],
    ['next', form.text('next') ?? null],
  ] as const
  return reply.redirect(linkTo(visit, 'deliveries', [...filtersOf(visit), ...done]), 303)
}

/**
 * The status of the retry. A refused retry is skipped: the delivery was retried or deleted, or its webhook switched
 * off, meanwhile.
 *
 * @throws {RefusedRead} for our own faults and for limits
 */
async function retry(
  staff: Staff,
  id: string,
  idempotencyKey: string | undefined,
): Promise<number> {
  const url = `/webhooks/deliveries/${encodeURIComponent(id)}/retry`
  const response = await staff.call<ErrorBody>({ method: 'POST', url, idempotencyKey })
  const { status } = response
  if (status === 429 || status >= 500) throw new RefusedRead(response)
  return status
}

/** The resent deliveries, with a link to older matches. */
export function resentNotice(visit: Visit): Notice {
  const { query } = visit
  const count = (name: string) => Math.max(0, Math.trunc(Number(query.get(name))) || 0)
  const [sent, skipped, next] = [count('sent'), count('skipped'), query.get('next')]
  const outcome = sent === 0 ? TEXTS.resend.nothing : TEXTS.done.recovered(sent)
  const text = `${outcome}${skipped > 0 ? ` ${TEXTS.resend.skipped(skipped)}` : ''}`
  if (sent === 0 && skipped > 0) return problem(text)
  const link = next && { url: resendAddress(visit, next), text: TEXTS.resend.older }
  return { kind: 'done', text, ...(link && { link }) }
}
