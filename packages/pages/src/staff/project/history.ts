import { type Html, html, nothing } from '../../html.ts'
import { STATUS_NAMES } from '../texts.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

/** The section with the status changes of a project, the newest first. */
export function history(view: View): Html {
  const { history: list, isOlder, here, staff } = view
  const texts = TEXTS.history
  if (list.data.length === 0) return html`<p>${texts.none}</p>`
  const older = list.nextCursor && new URLSearchParams({ history: list.nextCursor })
  return html`<ol class="plain changes">${list.data.map(
    (
      change,
    ) => html`<li><b>${texts.change(STATUS_NAMES[change.fromStatus], STATUS_NAMES[change.toStatus])}</b>
<span dir="auto">${byWhom(view, change)}</span>
<time class="soft" datetime="${change.changedAt}">${staff.format.dayAndTime(change.changedAt)}</time></li>`,
  )}</ol>
<p>${isOlder ? html`<a href="${here}#history">${texts.newest}</a> ` : nothing}${older ? html`<a href="${here}?${older}#history">${texts.older}</a>` : nothing}</p>`
}

type Change = View['history']['data'][number]

function byWhom({ people }: View, { changedByUserId, changedByApiKeyId }: Change): string {
  if (changedByUserId === null) return TEXTS.history.client
  const name = people.nameOf(changedByUserId)
  return changedByApiKeyId === null ? name : TEXTS.history.byKey(name)
}
