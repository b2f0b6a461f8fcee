import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { formOf } from '../../../forms.ts'
import { type Html, html, nothing } from '../../../html.ts'
import { change } from '../../change.ts'
import { changeForm, field } from '../../change-form.ts'
import { badRequest } from '../../list.ts'
import { menu } from '../../parts.ts'
import { readList } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { refusedNotice } from '../send-page.ts'
import { linkTo, type Visit } from '../visit.ts'
import { TEXTS } from './texts.ts'

export type Listed = Schemas['ListedWebhookDelivery']
export type Details = Schemas['WebhookDeliveryDetails']
export type Subscription = Schemas['Subscription']

/** Whether an attempt is still due. */
export function isDue({ status }: Pick<Listed, 'status'>): boolean {
  return status === 'PENDING' || status === 'RETRYING'
}

/** A webhook's deliveries that didn't reach its receiver. */
export interface Missed {
  subscription: Subscription
  count: number
  /** Whether there may be more than `count`. */
  isMore: boolean
  /** When the oldest was created, or the start of the lookback if there may be more. */
  since: string
  /** Error of the newest one. */
  error: string | null
  /** Whether a later attempt succeeded. */
  isWorking: boolean
}

/** Lookback for failures: three days. */
const LOOKBACK_MS = 3 * 86_400_000
/** Maximum banners. The list has the other webhooks' failures. */
const MOST = 3

/** Webhooks with recent failures. Costs one call, and one more per webhook. */
export async function readMissed(
  { staff }: Visit,
  subscriptions: readonly Subscription[],
): Promise<Missed[]> {
  const start = new Date(Date.now() - LOOKBACK_MS).toISOString()
  const query = new URLSearchParams({ since: start, limit: String(MAX_PAGE_RECORDS) })
  for (const status of ['FAILED', 'CANCELLED']) query.append('status', status)
  const { data, nextCursor } = await readList<Listed>(staff, `/webhooks/deliveries?${query}`)
  const failed = Map.groupBy(
    data.filter(({ event }) => event !== 'WEBHOOK_TEST'),
    ({ subscriptionId }) => subscriptionId,
  )
  const named = subscriptions.filter(({ id }) => failed.has(id)).slice(0, MOST)
  return Promise.all(
    named.map(async (subscription) => {
      const own = failed.get(subscription.id) ?? []
      const [newest = ''] = own
        .flatMap(({ lastAttemptAt }) => lastAttemptAt ?? [])
        .sort()
        .reverse()
      const reached = `subscriptionId=${subscription.id}&status=SUCCEEDED&limit=1`
      const last = await readList<Listed>(staff, `/webhooks/deliveries?${reached}`)
      return {
        subscription,
        count: own.length,
        isMore: nextCursor !== null,
        since: nextCursor === null ? (own.at(-1)?.createdAt ?? start) : start,
        error: own[0]?.error ?? null,
        isWorking: (last.data[0]?.lastAttemptAt ?? '') > newest,
      }
    }),
  )
}

/** A banner per webhook with missed deliveries, with a form to resend them. */
export function missedBanners(visit: Visit, missed: readonly Missed[]): Html {
  return html`${missed.map((each) => banner(visit, each))}`
}

function banner(visit: Visit, each: Missed): Html {
  const { subscription, count, isMore, error, isWorking } = each
  const { url, active } = subscription
  const texts = TEXTS.missed
  const say = active ? (isWorking ? texts.works : texts.fails) : texts.off
  return html`<div class="missed"><p dir="auto"><b>${say(url, texts.count(count, isMore))}</b>
${error && !isWorking ? texts.lastError(error) : nothing}</p>
${active ? sendForm(visit, each) : html`<a class="button" href="${visit.at}/webhooks/${subscription.id}">${TEXTS.subscription}</a>`}</div>`
}

function sendForm(visit: Visit, { subscription: { id }, since }: Missed): Html {
  const texts = TEXTS.missed
  const sent = formOf(visit.request)
  const isRefused = visit.id === id && sent.text('since') !== undefined
  const time = (name: string, label: string, value: string) =>
    field({
      id: `${name}-${id}`,
      name,
      label,
      type: 'datetime-local',
      value: isRefused ? sent.text(name) : value,
      problem: isRefused ? timeProblem(visit, sent.text(name) ?? '', name === 'since') : undefined,
    })
  const form = changeForm({
    action: linkTo(visit, `webhooks/${id}/recover`),
    isOnce: true,
    content: html`${time('since', texts.since, visit.clock.toField(since))}${time('until', texts.until, '')}
<p class="soft">${texts.hint}</p><button class="go">${texts.go}</button>`,
  })
  return menu(texts.send, form, isRefused)
}

/** The error of a submitted time. */
function timeProblem({ clock }: Visit, text: string, isRequired: boolean): string | undefined {
  if (text === '' && !isRequired) return undefined
  const time = clock.typed(text)
  return 'problem' in time ? time.problem : undefined
}

/** Resends what a webhook missed and redirects to its deliveries. */
export async function recover(
  visit: Visit,
  show: (visit: Visit, notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, id, clock } = visit
  const form = formOf(request)
  const [start, end] = [form.text('since') ?? '', form.text('until') ?? '']
  const refuse = (notice: Notice) => show(visit, notice)
  // Shown in the notice, too: the page has no form once nothing is missing.
  const problem = timeProblem(visit, start, true) ?? timeProblem(visit, end, false)
  if (problem !== undefined) return badRequest(visit, problem, refuse)
  const payload = { since: clock.toInstant(start), ...(end && { until: clock.toInstant(end) }) }
  return change<Schemas['Recovery']>(visit, {
    call: { method: 'POST', url: `/webhooks/subscriptions/${id}/recover`, payload },
    done: ({ body }) => {
      const sent = `${body.retried + body.created}`
      const more = body.more ? 'yes' : null
      const done = { subscriptionId: id, done: 'recovered', sent, more }
      return reply.redirect(linkTo(visit, 'deliveries', Object.entries(done)), 303)
    },
    refuse: (response) => refuse(refusedNotice(visit, response)),
  })
}
