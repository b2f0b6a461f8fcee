import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { type Html, html, nothing } from '../../../html.ts'
import { apiMessageOf } from '../../../message.ts'
import { changeForm, changeOf } from '../../change-form.ts'
import { readList } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../../send-staff-problem.ts'
import { menu, timeInput } from '../parts.ts'
import { type Visit, withQuery } from '../visit.ts'
import { TEXTS } from './texts.ts'

export type Listed = Schemas['ListedWebhookDelivery']
export type Details = Schemas['WebhookDeliveryDetails']
export type Subscription = Schemas['Subscription']

/** Whether an attempt is still due. */
export function isDue({ status }: Pick<Listed, 'status'>): boolean {
  return status === 'PENDING' || status === 'RETRYING'
}

/** Deliveries that did not reach the receiver of a webhook. */
export interface Missed {
  subscription: Subscription
  count: number
  /** Whether there are more than `count`. */
  isMore: boolean
  /** When the first of them was created, or an earlier time when there are more. */
  since: string
  /** Of the newest one. */
  error: string | null
  /** Whether a later attempt succeeded. */
  works: boolean
}

/** Lookback for failures in milliseconds: three days. */
const SPAN = 3 * 86_400_000
/** Webhooks that are named. The list has the failures of the others. */
const MOST = 3

/** The webhooks with the newest failures. Two calls, and one more for each webhook that is named. */
export async function readMissed(
  { staff }: Visit,
  subscriptions: readonly Subscription[],
): Promise<Missed[]> {
  const start = new Date(Date.now() - SPAN).toISOString()
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
      const newest =
        own
          .map(({ lastAttemptAt }) => lastAttemptAt ?? '')
          .sort()
          .at(-1) ?? ''
      const [succeeded] = (
        await readList<Listed>(
          staff,
          `/webhooks/deliveries?subscriptionId=${subscription.id}&status=SUCCEEDED&limit=1`,
        )
      ).data
      return {
        subscription,
        count: own.length,
        isMore: nextCursor !== null,
        since: nextCursor === null ? (own.at(-1)?.createdAt ?? start) : start,
        error: own[0]?.error ?? null,
        works: (succeeded?.lastAttemptAt ?? '') > newest,
      }
    }),
  )
}

/** Says which webhooks missed something, each with a form that sends it again. */
export function missedBanners(visit: Visit, missed: readonly Missed[]): Html {
  return html`${missed.map((each) => banner(visit, each))}`
}

function banner(visit: Visit, each: Missed): Html {
  const { subscription, count, isMore, error, works } = each
  const { url, active } = subscription
  const texts = TEXTS.missed
  const say = active ? (works ? texts.works : texts.fails) : texts.off
  return html`<div class="missed"><p dir="auto"><b>${say(url, texts.count(count, isMore))}</b>
${error && !works ? texts.lastError(error) : nothing}</p>
${active ? sendForm(visit, each) : html`<a class="button" href="${visit.at}/webhooks/${subscription.id}">${TEXTS.subscription}</a>`}</div>`
}

function sendForm({ at, clock }: Visit, { subscription, since }: Missed): Html {
  const texts = TEXTS.missed
  const { id } = subscription
  const from = timeInput('since', texts.since, clock.toField(since), `since-${id}`)
  const to = timeInput('until', texts.until, '', `until-${id}`)
  const form = changeForm({
    action: `${at}/webhooks/${id}/recover${clock.isUtc ? '?zone=utc' : ''}`,
    isOnce: true,
    content: html`${from}${to}<p class="soft">${texts.hint}</p><button class="go">${texts.go}</button>`,
  })
  return menu(texts.send, form)
}

/** Sends what a webhook missed, and leads to its deliveries. */
export async function recover(
  visit: Visit,
  show: (visit: Visit, notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, staff, at, id, clock } = visit
  const form = formOf(request)
  const since = clock.toInstant(form.text('since') ?? '')
  const end = form.text('until') ?? ''
  const until = clock.toInstant(end)
  if (since === undefined || (end !== '' && until === undefined)) {
    reply.code(400)
    return show(visit, { kind: 'problem', text: TEXTS.missed.badTime })
  }
  const response = await staff.call<Schemas['Recovery'] & ErrorBody>({
    method: 'POST',
    url: `/webhooks/subscriptions/${id}/recover`,
    payload: { since, ...(until !== undefined && { until }) },
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  const { status, body } = response
  if (status === 400 || status === 409) {
    noteRefusal(visit, response)
    return show(visit, { kind: 'problem', text: apiMessageOf(body) })
  }
  if (status !== 202) return sendStaffProblem(visit, response)
  const address = withQuery(`${at}/deliveries`, [
    ['subscriptionId', id],
    ['zone', clock.isUtc ? 'utc' : null],
    ['done', 'recovered'],
    ['sent', `${body.retried + body.created}`],
    ['more', body.more ? 'yes' : null],
  ])
  return reply.redirect(address, 303)
}
