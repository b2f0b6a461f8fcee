import { type Html, html } from '../../../html.ts'
import type { Usage } from './records.ts'
import { TEXTS } from './texts.ts'

/** The rate limit windows of a key now, and its calls by day. */
export function usage({ windows, days }: Usage): Html {
  return html`<section aria-labelledby="usage"><h2 id="usage">${TEXTS.usage}</h2>
<ul class="plain">${windows.map(({ used, limit, windowSeconds }) => {
    const text = TEXTS.window(used, limit, windowSeconds)
    return html`<li><meter value="${used}" max="${limit}" aria-label="${text}"></meter> ${text}</li>`
  })}</ul>
<h3>${TEXTS.days}</h3>
${days.length === 0 ? html`<p>${TEXTS.noCalls}</p>` : table(days)}</section>`
}

function table(days: Usage['days']): Html {
  return html`<table class="figures"><thead><tr><th scope="col">${TEXTS.day}</th><th scope="col">${TEXTS.calls}</th><th scope="col">${TEXTS.statuses}</th></tr></thead>
<tbody>${days.map(({ day, calls, statuses }) => {
    const byStatus = statuses.map(({ status, calls: each }) => `${status}: ${each}`)
    return html`<tr><th scope="row">${day}</th><td>${calls}</td><td>${byStatus.join(', ')}</td></tr>`
  })}</tbody></table>`
}
