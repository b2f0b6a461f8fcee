import { type Html, html, nothing } from '../../html.ts'
import { STATUS_NAMES } from '../texts.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

const texts = TEXTS.history

/** The status changes of a project, the newest first. */
export function history(view: View): Html {
  const { history: list, isOlder, here, when } = view
  if (list.data.length === 0) return html`<p>${texts.none}</p>`
  const older = list.nextCursor && new URLSearchParams({ history: list.nextCursor })
  return html`<ol class="timeline">${list.data.map((each) => {
    const { fromStatus, toStatus, changedAt } = each
    return html`<li class="${toStatus}"><b>${texts.change(STATUS_NAMES[fromStatus], STATUS_NAMES[toStatus])}</b>
<span dir="auto">${byWhom(view, each)}</span> ${when.time(changedAt)}</li>`
  })}</ol>
<p>${isOlder ? html`<a href="${here}#history">${texts.newest}</a> ` : nothing}${older ? html`<a href="${here}?${older}#history">${texts.older}</a>` : nothing}</p>`
}

type Change = View['history']['data'][number]

function byWhom(
  { nameOf, clientName }: View,
  { changedByUserId, changedByApiKeyId }: Change,
): string {
  if (changedByUserId === null) return clientName
  const name = nameOf(changedByUserId)
  return changedByApiKeyId === null ? name : texts.byKey(name)
}
