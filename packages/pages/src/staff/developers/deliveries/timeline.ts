import { STATUS_CODES } from 'node:http'
import { type Html, html, nothing } from '../../../html.ts'
import { code, highlightedIfJson, type Mask, type RecordLink, viewLink } from '../payload.ts'
import type { Clock, Visit } from '../visit.ts'
import { type Details, isDue } from './missed.ts'
import { TEXTS } from './texts.ts'

type Attempt = Details['attemptLog'][number]

/** Maximum attempts shown: manual retries are unlimited. */
const MOST = 30
/** Length of a response excerpt. */
const BEGINNING = 80

/**
 * A delivery's attempts, newest first, below the next one.
 *
 * @param linkOf links each attempt to its full response
 */
export function timeline(
  visit: Visit,
  delivery: Details,
  mask: Pick<Mask, 'hide'>,
  linkOf?: RecordLink,
): Html {
  const { attemptLog: log, nextAttemptAt } = delivery
  const next = isDue(delivery) && nextAttemptAt !== null ? nextAttemptAt : null
  if (log.length === 0 && next === null) return html`<p>${TEXTS.noAttempts}</p>`
  const chosen = linkOf && chosenAttempt(visit, log)
  const shown = log.map((each, index) => {
    const wait = waitBetween(each, log[index + 1]?.startedAt ?? null)
    const isChosen = each === chosen
    const href = linkOf && viewLink(visit, linkOf, { attempt: `${each.attempt}` })
    return point(visit.clock, each, { wait, isChosen, href, mask })
  })
  const left = log.length - MOST
  return html`<ol class="timeline">${next === null ? nothing : nextPoint(visit.clock, log.length + 1, next)}
${shown.toReversed().slice(0, MOST)}</ol>
${left > 0 ? html`<p class="soft">${TEXTS.olderAttempts(left)}</p>` : nothing}`
}

interface Point {
  /** Milliseconds until the next attempt began. */
  wait: number | null
  isChosen: boolean
  href: string | undefined
  mask: Pick<Mask, 'hide'>
}

function point(clock: Clock, each: Attempt, { wait, isChosen, href, mask }: Point): Html {
  const { attempt, startedAt, durationMs, responseStatus, error, responseBody } = each
  const said = responseStatus === null ? TEXTS.noResponse : `${responseStatus}`
  const name = html`<b>${TEXTS.attempt(attempt)}</b> · <span class="said">${said}</span> · ${TEXTS.milliseconds(durationMs)}`
  const current = isChosen ? html` aria-current="true"` : nothing
  const isSuccess = responseStatus !== null && responseStatus >= 200 && responseStatus < 300
  const beginning = mask
    .hide(responseBody ?? '')
    .slice(0, BEGINNING)
    .toWellFormed()
  return html`<li class="${isSuccess ? 'succeeded' : 'failed'}"><p>${href ? html`<a href="${href}"${current}>${name}</a>` : name}</p>
<p class="soft">${clock.short(startedAt)}${wait === null ? nothing : ` · ${TEXTS.nextAfter(durationText(wait))}`}</p>
${error && responseStatus === null ? html`<p class="alarm" dir="auto">${mask.hide(error)}</p>` : nothing}${beginning ? html`<p class="soft beginning" dir="auto">${beginning}</p>` : nothing}</li>`
}

/** The next attempt. The page's module counts down. */
function nextPoint(clock: Clock, attempt: number, at: string): Html {
  const left = Date.parse(at) - Date.now()
  const when =
    left > 0
      ? html`${TEXTS.nextIn} <span role="timer" data-until="${at}">${durationText(left)}</span>`
      : TEXTS.nextNow
  return html`<li class="next"><p><b>${TEXTS.attempt(attempt)}</b> · <span>${when}</span></p>
<p class="soft">${clock.short(at)}</p></li>`
}

function waitBetween({ startedAt, durationMs }: Attempt, next: string | null): number | null {
  return next === null ? null : Math.max(0, Date.parse(next) - Date.parse(startedAt) - durationMs)
}

/** The attempt named by the URL, or the last one. */
export function chosenAttempt(
  { query }: Pick<Visit, 'query'>,
  log: readonly Attempt[],
): Attempt | undefined {
  const chosen = Number(query.get('attempt'))
  return log.find(({ attempt }) => attempt === chosen) ?? log.at(-1)
}

/** The receiver's response to an attempt. */
export function answerOf(
  { responseStatus, error, responseBody }: Attempt,
  mask: Pick<Mask, 'hide'>,
  title: string,
): Html {
  const status = responseStatus === null ? TEXTS.noResponse : `${responseStatus}`
  const words = responseStatus === null ? (error ?? '') : (STATUS_CODES[responseStatus] ?? '')
  const body = responseBody
    ? code(title, highlightedIfJson(mask.hide(responseBody)))
    : html`<p class="soft">${TEXTS.noBody}</p>`
  return html`<p><span class="said">${status}</span> <span dir="auto">${mask.hide(words)}</span></p>
${responseStatus === null ? nothing : body}`
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `3 min 20 s`, in the two largest units. */
function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return TEXTS.milliseconds(milliseconds)
  let left = Math.round(milliseconds / 1_000)
  const parts = UNITS.map(([unit, seconds]) => {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    return { count, text: `${count} ${unit}` }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  const [most, rest] = parts.slice(first)
  return [most, rest].flatMap((part) => (part?.count ? part.text : [])).join(' ')
}
