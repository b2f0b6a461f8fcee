import { type Html, html, nothing } from '../../../html.ts'
import { changeForm } from '../../change-form.ts'
import { projectOf } from '../events.ts'
import { copyable, facts, type Mask, maskOf, NO_MASK, payloadOf } from '../parts.ts'
import { DELIVERY_STATUS_NAMES, DEVELOPERS } from '../texts.ts'
import { type Clock, type Visit, withQuery } from '../visit.ts'
import { commandFor, variablesOf } from './command.ts'
import { addressOf, filtersOf, type Shown } from './list.ts'
import { type Details, isDue, type Subscription } from './missed.ts'
import { TEXTS } from './texts.ts'

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
export function detail(visit: Visit, shown: Shown, delivery: Details): Html {
  const { at, query, clock } = visit
  const { id, event, eventId, payload } = delivery
  const found = maskOf(payload?.data)
  const isShown = query.get('tokens') === 'show'
  const mask = isShown ? NO_MASK : found
  const list = withQuery(`${at}/deliveries`, [...filtersOf(visit), ['cursor', query.get('cursor')]])
  const subscription = shown.subscriptions.find((each) => each.id === delivery.subscriptionId)
  const zone = ['zone', clock.isUtc ? 'utc' : null] as const
  const toggle = addressOf(visit, id, isShown ? [] : [['tokens', 'show']])
  return html`<p class="back"><a href="${list}">${DEVELOPERS.backToList}</a></p>
<h2>${event}</h2>
${factsOf(visit, shown, delivery)}
<div class="actions">${retry(visit, shown, delivery)}
<a class="button" href="${withQuery(`${at}/deliveries`, [['eventId', eventId], zone])}">${TEXTS.others}</a></div>
<h3>${TEXTS.attemptLog}</h3>
${attempts(delivery.attemptLog, clock, mask)}
${payloadOf(payload, { mask, hasTokens: found.hasTokens, isShown, toggle })}
${payload ? command(subscription, delivery, payload.data, isShown || !found.hasTokens, mask) : nothing}`
}

function factsOf({ at, clock }: Visit, { subscriptions }: Shown, delivery: Details): Html {
  const { id, event, status, eventId, subscriptionId, nextAttemptAt, finishedAt } = delivery
  const texts = TEXTS.facts
  const subscription = subscriptions.find((each) => each.id === subscriptionId)
  const projectId = projectOf(delivery.payload?.data)
  const zone = clock.isUtc ? '&zone=utc' : ''
  return facts([
    [
      texts.status,
      html`<span class="mark ${status.toLowerCase()}">${DELIVERY_STATUS_NAMES[status]}</span>`,
    ],
    [
      texts.subscription,
      html`<a href="${at}/webhooks/${subscriptionId}">${subscription?.url ?? subscriptionId}</a>`,
    ],
    [texts.error, delivery.error],
    [texts.attempts, `${delivery.attempts}`],
    [texts.next, nextAttemptAt && clock.exact(nextAttemptAt)],
    [texts.created, clock.exact(delivery.createdAt)],
    [texts.finished, finishedAt && clock.exact(finishedAt)],
    [texts.id, html`<code>${id}</code>`],
    [
      texts.event,
      event === 'WEBHOOK_TEST'
        ? html`<code>${eventId}</code>`
        : html`<a href="${at}/events?opened=${eventId}${zone}"><code>${eventId}</code></a>`,
    ],
    [
      texts.project,
      projectId && html`<a href="${at}/../projects/${projectId}">${TEXTS.openProject}</a>`,
    ],
  ])
}

function retry(visit: Visit, { subscriptions }: Shown, delivery: Details): Html {
  const { id, subscriptionId } = delivery
  const subscription = subscriptions.find((each) => each.id === subscriptionId)
  if (isDue(delivery)) {
    return html`<span class="soft">${TEXTS.retryDue}</span>
<a class="button" data-wait="/webhooks/deliveries/${id}" href="${addressOf(visit, id, [['done', 'retried']])}">${TEXTS.reload}</a>`
  }
  if (!visit.staff.may('retryWebhookDelivery')) return nothing
  if (subscription?.active === false) return html`<span class="soft">${TEXTS.retryOff}</span>`
  const [, query = ''] = addressOf(visit, id).split('?')
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
  isWhole: boolean,
  mask: { hide(text: string): string },
): Html {
  const headers = Object.keys(subscription?.headers ?? {})
  const isStandard = subscription?.standardWebhooks === true
  const text = mask.hide(commandFor({ id, event, data }, { headers, isStandard }))
  const hints = [
    TEXTS.curlHint,
    ...(headers.length > 0 ? [TEXTS.curlHeaders(variablesOf(headers).join(', '))] : []),
    ...(isWhole ? [] : [TEXTS.curlMasked]),
  ]
  return html`<h3>${TEXTS.curl}</h3><p class="soft">${hints.join(' ')}</p>
${copyable({ id: 'command', label: TEXTS.curl, text, isTitled: true, button: TEXTS.copyCurl })}`
}
