import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, copyField } from '../../change-form.ts'
import { facts } from '../../parts.ts'
import { type Mask, maskOf, payloadOf, projectLink } from '../parts.ts'
import { DELIVERY_STATUS_NAMES, DEVELOPERS } from '../texts.ts'
import { type Clock, linkTo, type Visit } from '../visit.ts'
import { commandFor, variablesOf } from './command.ts'
import { addressOf } from './filters.ts'
import { type Details, isDue, type Subscription } from './missed.ts'
import { TEXTS } from './texts.ts'

const MOST_LINES = 16

/** Each attempt: when, how long, and what the receiver said. The newest one is first, and open. */
export function attempts(log: Details['attemptLog'], clock: Clock, mask: Pick<Mask, 'hide'>): Html {
  if (log.length === 0) return html`<p>${TEXTS.noAttempts}</p>`
  return html`<ol class="attempts">${log.toReversed().map((each, index) => {
    const { attempt, startedAt, durationMs, responseStatus, error, responseBody } = each
    const said = responseStatus === null ? TEXTS.noResponse : `${responseStatus}`
    return html`<li><p><b>${TEXTS.attempt(attempt)}</b> · <span class="said">${said}</span> · ${TEXTS.milliseconds(`${durationMs}`)} · ${clock.exact(startedAt)}
${error ? html`<br><span class="alarm" dir="auto">${mask.hide(error)}</span>` : nothing}</p>
${responseBody ? html`<details${index === 0 ? html` open` : nothing}><summary>${TEXTS.responseBody}</summary><pre tabindex="0" dir="auto">${mask.hide(responseBody)}</pre></details>` : html`<p class="soft">${TEXTS.noBody}</p>`}</li>`
  })}</ol>`
}

/** A delivery: what was sent, each attempt, and what can be done with it. */
export function detail(visit: Visit, subscriptions: readonly Subscription[], each: Details): Html {
  const { id, event, eventId, payload, attemptLog } = each
  const mask = maskOf(visit, payload?.data)
  const subscription = subscriptions.find((other) => other.id === each.subscriptionId)
  return html`<p class="back"><a href="${addressOf(visit)}">${DEVELOPERS.backToList}</a></p>
<h2>${event}</h2>
${factsOf(visit, subscription, each)}
<div class="actions">${retry(visit, subscription, each)}
<a class="button" href="${linkTo(visit, 'deliveries', [['eventId', eventId]])}">${TEXTS.others}</a></div>
<h3>${TEXTS.attemptLog}</h3>
${attempts(attemptLog, visit.clock, mask)}
${payloadOf(payload, mask, (more) => addressOf(visit, [['delivery', id], ...more]))}
${payload ? command(subscription, each, payload.data, mask) : nothing}`
}

function factsOf(visit: Visit, subscription: Subscription | undefined, each: Details): Html {
  const { at, clock } = visit
  const { event, status, eventId, subscriptionId, nextAttemptAt, finishedAt } = each
  const texts = TEXTS.facts
  const id = html`<code>${eventId}</code>`
  const link = html`<a href="${linkTo(visit, 'events', [['opened', eventId]])}">${id}</a>`
  return facts([
    [texts.status, statusMark(status)],
    [
      texts.subscription,
      html`<a href="${at}/webhooks/${subscriptionId}">${subscription?.url ?? subscriptionId}</a>`,
    ],
    [texts.error, each.error],
    [texts.attempts, `${each.attempts}`],
    [texts.next, nextAttemptAt && clock.exact(nextAttemptAt)],
    [texts.created, clock.exact(each.createdAt)],
    [texts.finished, finishedAt && clock.exact(finishedAt)],
    [texts.id, html`<code>${each.id}</code>`],
    [texts.event, event === 'WEBHOOK_TEST' ? id : link],
    [texts.project, projectLink(visit, each.payload?.data)],
  ])
}

export function statusMark(status: Details['status']): Html {
  return html`<span class="mark ${status.toLowerCase()}">${DELIVERY_STATUS_NAMES[status]}</span>`
}

function retry(visit: Visit, subscription: Subscription | undefined, each: Details): Html {
  const { id } = each
  const here = (more: readonly (readonly [string, string])[]) =>
    addressOf(visit, [['delivery', id], ...more])
  if (isDue(each)) {
    return html`<span class="soft">${TEXTS.retryDue}</span>
<a class="button" data-wait="/webhooks/deliveries/${id}" href="${here([['done', 'retried']])}">${TEXTS.reload}</a>`
  }
  if (!visit.staff.may('retryWebhookDelivery')) return nothing
  if (subscription?.active === false) return html`<span class="soft">${TEXTS.retryOff}</span>`
  const [, query = ''] = here([]).split('?')
  return changeForm({
    action: `${visit.at}/deliveries/${id}/retry?${query}`,
    isOnce: true,
    content: html`<button class="go" data-retry>${TEXTS.retry}</button>`,
  })
}

function command(
  subscription: Subscription | undefined,
  { id, event }: Details,
  data: unknown,
  mask: Mask,
): Html {
  const headers = Object.keys(subscription?.headers ?? {})
  const isStandard = subscription?.standardWebhooks === true
  const value = mask.hide(commandFor({ id, event, data }, { headers, isStandard }))
  const rows = Math.min(value.split('\n').length + 1, MOST_LINES)
  const hints = [
    TEXTS.curlHint,
    ...(headers.length > 0 ? [TEXTS.curlHeaders(variablesOf(headers).join(', '))] : []),
    ...(mask.hasTokens && !mask.isShown ? [TEXTS.curlMasked] : []),
  ]
  const [label, button] = [TEXTS.curl, TEXTS.copyCurl]
  return html`<h3>${label}</h3><p class="soft">${hints.join(' ')}</p>
${copyField({ id: 'command', label, value, rows, isTitled: true, button })}`
}
