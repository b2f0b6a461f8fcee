import { createHash } from 'node:crypto'
import {
  MAX_NOTES_LENGTH,
  MAX_REVISION_COMMENT_LENGTH,
  MAX_REVISION_ITEMS,
} from '@mediajobs/domain'
import type { Format } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { contentsOf, counted, type Photo, type View } from './view.ts'

export interface Decision {
  view: View
  photos: readonly Photo[]
  /** The token, which is the last part of the page's address. */
  token: string
  format: Format
}

/** The section in which the client decides, or sees the decision. */
export function decision(page: Decision): Html {
  const { view, token } = page
  const isOpen = canDecide(view)
  const bounds = html`data-max-length="${MAX_REVISION_COMMENT_LENGTH}" data-max-items="${MAX_REVISION_ITEMS}"`
  return html`<section id="decision" aria-labelledby="decision-title" tabindex="-1" data-draft="${draftName(token)}" ${isOpen ? bounds : nothing}>
${isOpen ? open(page) : closed(page)}
</section>`
}

/** Under which name the browser keeps comments. It outlives the page, so it is not the token itself. */
function draftName(token: string): string {
  return createHash('sha256').update(token).digest('base64url').slice(0, 22)
}

/** Whether the client can still approve or ask for changes. */
export function canDecide({ state, project }: View): boolean {
  return state === 'OPEN' && project.status === 'DELIVERED'
}

function open({ view, token }: Decision): Html {
  const contents = contentsOf(view)
  return html`<h2 id="decision-title">Happy with it?</h2>
<div class="two">
<form method="post" action="${token}/approve">
<p>When you approve, ${view.organizationName} knows that you accept the work.</p>
<details><summary class="go">Approve all</summary>
<p>You approve ${contents || 'this delivery'}.</p>
<button class="go">Yes, approve</button></details>
</form>
<form method="post" action="${token}/request-revision" id="changes">
<label for="comment">What should change?</label>
<textarea id="comment" name="comment" rows="3" required maxlength="${MAX_NOTES_LENGTH}"></textarea>
<p class="note" id="how" hidden>To comment on one spot, open a photo and choose &ldquo;Comment&rdquo;.</p>
<ol id="pins" aria-label="Your comments on photos"></ol>
<button>Ask for changes</button>
</form>
</div>`
}

/** For the top of the page: what a client who comes back must know first. */
export function stateLine({ view, format }: Pick<Decision, 'view' | 'format'>): Html {
  if (canDecide(view)) return nothing
  const { organizationName: name, approvedAt } = view
  const [what, more] = {
    OPEN: ['Being worked on', `${name} is working on this job again.`],
    APPROVED: ['Approved', approvedAt && `on ${format.day(approvedAt)}`],
    REVISION_REQUESTED: ['Changes requested', `${name} is working on them.`],
    SUPERSEDED: ['Replaced', 'A newer delivery has its own link.'],
  }[view.state]
  return html`<p class="state"><b>${what}</b> <span dir="auto">${more}</span> <a href="#decision">Details</a></p>`
}

function closed(page: Decision): Html {
  const { view, format } = page
  if (view.state === 'APPROVED') {
    return html`<h2 id="decision-title">Approved</h2>
<p>You approved this delivery on ${format.day(view.approvedAt ?? '')}. You can still download everything.</p>`
  }
  if (view.state === 'REVISION_REQUESTED') {
    return html`<h2 id="decision-title">You asked for changes</h2>
<p>${view.organizationName} is working on it. You get a new link when it is done.</p>
${comments(page)}`
  }
  if (view.state === 'SUPERSEDED') {
    return html`<h2 id="decision-title">There is a newer delivery</h2>
<p>${view.organizationName} has delivered this job again. Open the newest link that you received, or ask for it.</p>`
  }
  return html`<h2 id="decision-title">Nothing to decide now</h2>
<p>${view.organizationName} is working on this job again. You get a new link when it is done.</p>`
}

const STATUS_NAMES = { OPEN: 'Waiting', DONE: 'Done', DECLINED: 'Not changed' }

function comments({ view, photos }: Decision): Html {
  const { revision, revisionComment } = view
  const numbers = new Map(photos.map(({ item, number }) => [item.id, number]))
  return html`${revisionComment ? html`<blockquote dir="auto">${revisionComment}</blockquote>` : nothing}
${
  revision && revision.items.length > 0
    ? html`<p>${counted(revision.items.length, ['comment', 'comments'])} on photos:</p>
<ol class="comments">${revision.items.map(
        ({ mediaId, comment, status, answer }) =>
          html`<li><b>${numbers.has(mediaId) ? `Photo ${numbers.get(mediaId)}` : 'A file'}</b> <span dir="auto">${comment}</span> <span class="status">${STATUS_NAMES[status]}</span>${answer ? html`<p dir="auto">${answer}</p>` : nothing}</li>`,
      )}</ol>`
    : nothing
}`
}
