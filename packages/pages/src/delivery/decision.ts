import { createHash } from 'node:crypto'
import {
  MAX_NOTES_LENGTH,
  MAX_REVISION_COMMENT_LENGTH,
  MAX_REVISION_ITEMS,
} from '@mediajobs/domain'
import type { Format } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { replaced, replacement } from './media.ts'
import type { DeliveryTexts } from './texts.ts'
import type { Photo, View } from './view.ts'

type Item = NonNullable<View['revision']>['items'][number]

export interface Decision {
  view: View
  photos: readonly Photo[]
  /** The token, the last segment of the page's URL. */
  token: string
  texts: DeliveryTexts
  format: Format
}

/** The section for the client's decision, or a banner once there's nothing to decide. */
export function decision(page: Decision): Html {
  const { view, token, texts } = page
  const isOpen = canDecide(view)
  const bounds = html`data-max-length="${MAX_REVISION_COMMENT_LENGTH}" data-max-items="${MAX_REVISION_ITEMS}" data-unsent="${texts.unsent}" data-unloaded="${texts.unloaded}"`
  return html`<section id="decision" aria-labelledby="decision-title" tabindex="-1" data-draft="${draftName(token)}" ${isOpen ? bounds : html`class="banner ${view.state.toLowerCase()}"`}>
${isOpen ? open(page) : closed(page)}
</section>`
}

/** The storage key of unsent comments. It outlives the page, so it's a hash of the token. */
function draftName(token: string): string {
  return createHash('sha256').update(token).digest('base64url').slice(0, 22)
}

/** Whether the client can still approve or request changes. */
export function canDecide({ state, project }: View): boolean {
  return state === 'OPEN' && project.status === 'DELIVERED'
}

// A delivery awaiting payment can't be approved yet.
function open({ view, token, texts }: Decision): Html {
  const isLocked = view.lock !== null
  return html`<h2 id="decision-title"${isLocked ? html` class="hidden"` : nothing}>${isLocked ? texts.askForChanges : texts.decide}</h2>
<div class="two">
${isLocked ? nothing : html`<p><a class="go" href="#approve" data-opens="approve">${texts.approve}</a></p>`}
<form method="post" action="${token}/request-revision" id="changes">
<label for="comment">${texts.changes}</label>
<textarea id="comment" name="comment" rows="3" required maxlength="${MAX_NOTES_LENGTH}"></textarea>
<p class="note" id="how" hidden>${texts.changesHint}</p>
<ol id="pins" aria-label="${texts.comments}"></ol>
<button>${texts.askForChanges}</button>
</form>
</div>`
}

function closed(page: Decision): Html {
  const { view, texts, format } = page
  const { state, decidedBy, organizationName: studio, expiresAt, revision } = view
  const at = decidedAt(view)
  const [title, text] = texts.closed[state]({
    studio,
    isByStudio: decidedBy === 'STAFF',
    on: at && format.longMonthDay(at),
    until: expiresAt && format.day(expiresAt),
    changes: revision?.items.length ?? 0,
  })
  return html`<h2 id="decision-title"${at ? html` title="${format.day(at)}"` : nothing}>${title}</h2>
<p>${text}</p>
${
  state === 'REVISION_REQUESTED'
    ? html`<details><summary>${texts.showRequest}</summary>
${comments(page)}</details>`
    : nothing
}`
}

function decidedAt({ state, approvedAt, revisionRequestedAt }: View): string | null {
  if (state === 'APPROVED') return approvedAt
  return state === 'REVISION_REQUESTED' ? revisionRequestedAt : null
}

/** The round that this delivery answers, while the client can decide. */
export function answeredRound(page: Decision): Html {
  const { view, texts } = page
  const { revision } = view
  if (!revision) return nothing
  const { items } = revision
  const done = items.filter(({ status }) => status === 'DONE').length
  return html`<section class="banner approved" aria-labelledby="round-title">
<h2 id="round-title">${texts.round(done, items.length)}</h2>
<p>${view.lock ? texts.roundNextLocked : texts.roundNext}</p>
<details><summary>${texts.showRequest}</summary>
${comments(page)}</details>
</section>`
}

function comments({ view, photos, texts }: Decision): Html {
  const { revision, revisionComment } = view
  const comment = revisionComment ?? revision?.comment
  const byId = new Map(photos.map((photo) => [photo.item.id, photo]))
  return html`${comment ? html`<blockquote dir="auto">${comment}</blockquote>` : nothing}
${
  revision && revision.items.length > 0
    ? html`<p>${texts.commentsSent(revision.items.length)}</p>
<ol class="comments">${revision.items.map((item) => sent(item, byId, revision.replaced, texts))}</ol>`
    : nothing
}`
}

// `data-of` tells the browser modules which photo and spot the comment is on, `data-now` which photo shows the change.
function sent(
  { mediaId, resolvedMediaId, comment, status, answer, x, y }: Item,
  byId: ReadonlyMap<string, Photo>,
  old: NonNullable<View['revision']>['replaced'],
  texts: DeliveryTexts,
): Html {
  const before = old.find(({ id }) => id === mediaId)
  const photo = byId.get(mediaId)
  const now = resolvedMediaId === null ? undefined : byId.get(resolvedMediaId)
  const number = (photo ?? now)?.number
  return html`<li data-of="${[photo?.number, x, y].join()}"${now ? html` data-now="${now.number}"` : nothing}><b>${number ? texts.photo(number) : texts.removedFile}</b> <span dir="auto">${comment}</span> <span class="status">${texts.statuses[status]}</span>${answer ? html`<p dir="auto">${answer}</p>` : nothing}${photo && now ? replacement(photo, now, texts) : nothing}${before && now ? replaced(before, now, texts) : nothing}</li>`
}
