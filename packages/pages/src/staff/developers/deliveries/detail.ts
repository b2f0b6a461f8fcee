import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, copyButton, copyField } from '../../change-form.ts'
import { facts, ifMay, menu } from '../../parts.ts'
import { isShownWhole, type Mask, maskOf, payloadOf, type RecordLink } from '../payload.ts'
import { copiedId, eventMeaning, projectLink } from '../send-page.ts'
import { DELIVERY_STATUS_NAMES, DEVELOPERS } from '../texts.ts'
import { linkTo, type Visit } from '../visit.ts'
import { addressOf } from './filters.ts'
import { type Details, isDue, type Subscription } from './missed.ts'
import { TEXTS } from './texts.ts'
import { answerOf, chosenAttempt, timeline } from './timeline.ts'

const MOST_LINES = 16

/** A delivery: payload, attempts and actions. */
export function detail(visit: Visit, subscriptions: readonly Subscription[], each: Details): Html {
  const { id, event, payload } = each
  const mask = maskOf(visit, payload?.data)
  const subscription = subscriptions.find((other) => other.id === each.subscriptionId)
  const linkOf: RecordLink = (more) => addressOf(visit, [['delivery', id], ...more])
  return html`<p class="back"><a href="${addressOf(visit)}">${DEVELOPERS.backToList}</a></p>
<div class="head"><h2>${event}</h2>${statusMark(each.status)}${subscription ? html` <span class="soft">${TEXTS.to(new URL(subscription.url).host)}</span>` : nothing}
<div class="actions">${retry(visit, subscription, each)}</div></div>
${eventMeaning(visit, event)}
<div class="sides"><aside aria-label="${TEXTS.about}"><div class="card"><h3>${TEXTS.attemptLog}</h3>
${timeline(visit, each, mask, linkOf)}</div>
<div class="card">${factsOf(visit, subscription, each)}</div>
<div class="actions">${payload && isShownWhole(visit, payload) ? copyButton({ id: 'command', text: TEXTS.copyCurl }) : nothing}
${othersLink(visit, each)}</div></aside>
<div>${payloadOf(visit, payload, mask, linkOf)}
${answer(visit, each, mask)}
${payload ? command(visit, subscription, each, mask) : nothing}</div></div>`
}

function answer(visit: Visit, { attemptLog }: Details, mask: Mask): Html {
  const chosen = chosenAttempt(visit, attemptLog)
  if (!chosen) return nothing
  const title = chosen === attemptLog.at(-1) ? TEXTS.lastAnswer : TEXTS.answerTo(chosen.attempt)
  return html`<h3>${title}</h3>
${answerOf(chosen, mask, title)}`
}

function othersLink(visit: Visit, { eventId }: Details): Html {
  const address = linkTo(visit, 'deliveries', [['eventId', eventId]])
  return html`<a class="button" href="${address}">${TEXTS.others}</a>`
}

function factsOf(visit: Visit, subscription: Subscription | undefined, each: Details): Html {
  const { at, clock } = visit
  const { event, eventId, subscriptionId, finishedAt } = each
  const texts = TEXTS.facts
  const eventLink =
    event === 'WEBHOOK_TEST' ? undefined : linkTo(visit, 'events', [['opened', eventId]])
  const webhook = html`<a href="${at}/webhooks/${subscriptionId}">${subscription?.url ?? subscriptionId}</a>`
  return facts([
    [texts.id, copiedId('delivery-id', TEXTS.idOf.delivery, each.id)],
    [texts.event, copiedId('event-id', TEXTS.idOf.event, eventId, eventLink)],
    [texts.subscription, webhook],
    [texts.project, projectLink(visit, each.payload?.data)],
    [texts.created, clock.exact(each.createdAt)],
    [texts.finished, finishedAt && clock.exact(finishedAt)],
    [texts.error, each.attemptLog.length === 0 ? each.error : null],
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
  if (subscription?.active === false) return html`<span class="soft">${TEXTS.retryOff}</span>`
  const [, query = ''] = here([]).split('?')
  return ifMay(visit.staff, 'retryWebhookDelivery', () =>
    changeForm({
      action: `${visit.at}/deliveries/${id}/retry?${query}`,
      isOnce: true,
      content: html`<button class="go" data-retry>${TEXTS.retry}</button>`,
    }),
  )
}

function command(
  visit: Visit,
  subscription: Subscription | undefined,
  { id, event, payload }: Details,
  mask: Mask,
): Html {
  if (!isShownWhole(visit, payload)) return html`<p class="soft">${TEXTS.curlCut}</p>`
  const headers = Object.keys(subscription?.headers ?? {})
  const isStandard = subscription?.standardWebhooks === true
  const sent = { id, event, data: payload?.data }
  const value = mask.hide(commandFor(sent, { headers, isStandard }))
  const rows = Math.min(value.split('\n').length + 1, MOST_LINES)
  const hints = [
    TEXTS.curlHint,
    ...(headers.length > 0 ? [TEXTS.curlHeaders(variablesOf(headers).join(', '))] : []),
    ...(mask.hasTokens && !mask.isShown ? [TEXTS.curlMasked] : []),
  ]
  const field = copyField({
    id: 'command',
    label: TEXTS.curl,
    value,
    rows,
    isTitled: true,
    button: DEVELOPERS.copy,
  })
  return menu(
    TEXTS.curl,
    html`<p class="soft">${hints.join(' ')}</p>
${field}`,
  )
}

/** A payload of a webhook, without its timestamp. */
interface Envelope {
  id: string
  event: string
  data: unknown
}

/** A webhook's additional headers. */
interface Extras {
  /** Names of its custom headers. */
  headers: readonly string[]
  /** Whether it also sends the Standard Webhooks headers. */
  isStandard: boolean
}

/**
 * A command that signs the payload and posts it like the dispatcher (docs/interface.md#i6-hmac). It reads the secret
 * and the values of custom headers from the environment, since pages never show them again.
 */
function commandFor({ id, event, data }: Envelope, { headers, isStandard }: Extras): string {
  const head = quoted(`{"id":"${id}","event":"${event}","timestamp":"`)
  const tail = quoted(`","data":${JSON.stringify(data)}}`)
  const sent = [
    "'Content-Type: application/json'",
    `'X-Webhook-Id: ${id}'`,
    `'X-Webhook-Event: ${event}'`,
    '"X-Webhook-Signature: t=$t,v1=$signature"',
    ...(isStandard
      ? [
          `'webhook-id: ${id}'`,
          '"webhook-timestamp: $t"',
          '"webhook-signature: v1,$standard_signature"',
        ]
      : []),
    ...ownHeaders(headers),
  ]
  return `: "\${WEBHOOK_SECRET:?}" "\${WEBHOOK_URL:=http://localhost:3000/webhooks}"
t=$(date +%s)
body=${head}"$t"${tail}
signature=$(printf '%s.%s' "$t" "$body" |
  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d' ' -f1)
${isStandard ? standardSignature(id) : ''}printf '%s' "$body" | curl "$WEBHOOK_URL" --data-binary @- \\
${sent.map((header) => `  -H ${header}`).join(' \\\n')}
`
}

/**
 * Lines that compute the Standard Webhooks signature. Its key is the secret without its prefix, decoded.
 * docs/contract.md#c16-standard-webhooks
 */
function standardSignature(id: string): string {
  return `key=$(printf '%s' "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
standard_signature=$(printf '%s.%s.%s' '${id}' "$t" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
`
}

/** Custom headers with values from the environment. curl omits those with empty variables. */
function ownHeaders(names: readonly string[]): string[] {
  const variables = variablesOf(names)
  return names.map((name, index) => `${quoted(`${name}: `)}"\${${variables[index]}-}"`)
}

/** A unique variable for each header's value: `HEADER_X_TEAM` for `X-Team`. */
function variablesOf(names: readonly string[]): string[] {
  const variables: string[] = []
  for (const name of names) {
    const variable = `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
    const isTaken = variables.includes(variable)
    variables.push(isTaken ? `${variable}_${variables.length + 1}` : variable)
  }
  return variables
}

/** Quotes a text as one word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
