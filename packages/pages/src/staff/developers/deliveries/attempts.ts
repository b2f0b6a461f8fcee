import { type Html, html, nothing } from '../../../html.ts'
import type { Clock } from '../clock.ts'
import type { Mask } from '../masked.ts'
import type { Details } from './records.ts'
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
