import { MAX_REVISION_COMMENT_LENGTH } from '@mediajobs/domain'
import { readyPreview } from '../../delivery/view.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import type { Item, Media, Round } from '../records.ts'
import { picture } from './files.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

const SIZES = '(min-width: 900px) 560px, 94vw'
/** Of the longer side of the picture. */
const PIN_SHARE = 0.035

/** The section with the rounds of changes that the client asked for, the newest first. */
export function rounds(view: View): Html {
  const { rounds: list, here } = view
  const texts = TEXTS.rounds
  if (list.data.length === 0) return html`<p>${texts.none}</p>`
  const older = list.nextCursor && new URLSearchParams({ rounds: list.nextCursor })
  return html`${list.data.map((each) => round(view, each))}
${older ? html`<p><a href="${here}?${older}#changes">${texts.older}</a></p>` : nothing}`
}

function round(view: View, each: Round): Html {
  const { staff, people } = view
  const { comment, items, requestedAt, requestedByUserId, resolvedAt } = each
  const { dayAndTime } = staff.format
  const texts = TEXTS.rounds
  const who = requestedByUserId === null ? texts.client : people.nameOf(requestedByUserId)
  const open = items.filter(({ status }) => status === 'OPEN').length
  const state =
    items.length === 0
      ? undefined
      : resolvedAt === null
        ? texts.open(open, items.length)
        : texts.resolved(dayAndTime(resolvedAt))
  const media = [...new Set(items.map(({ mediaId }) => mediaId))]
  return html`<article class="round"><h3>${texts.round(each.round)}</h3>
<p class="soft">${texts.asked(who, dayAndTime(requestedAt))}${state ? html` · ${state}` : nothing}</p>
${comment ? html`<blockquote dir="auto">${comment}</blockquote>` : nothing}
${media.map((id) => ofMedium(view, each, id))}</article>`
}

/** A picture with its pins, and what the client wants to be changed in it. */
function ofMedium(view: View, each: Round, mediaId: string): Html {
  const medium = view.media.find(({ id }) => id === mediaId)
  const items = each.items.map((item, index) => ({ item, number: index + 1 }))
  const own = items.filter(({ item }) => item.mediaId === mediaId)
  return html`<div class="asked">
${medium ? html`<figure><a href="${view.here}/files/${medium.id}"><span class="pinned">${picture(medium, SIZES, medium.filename)}${pins(medium, own)}</span></a><figcaption dir="auto">${medium.filename}</figcaption></figure>` : html`<p class="soft">${TEXTS.rounds.deleted}</p>`}
<ol class="plain">${own.map(({ item, number }) => html`<li value="${number}">${itemOf(view, each, item, number)}</li>`)}</ol></div>`
}

// Attributes of SVG have the places: the policy of pages allows no style in an element.
function pins(medium: Media, items: readonly { item: Item; number: number }[]): Html {
  const preview = readyPreview(medium)
  if (!preview) return nothing
  const { width, height } = preview
  const radius = Math.round(Math.max(width, height) * PIN_SHARE)
  return html`<svg class="pins" viewBox="0 0 ${width} ${height}" aria-hidden="true">${items.map(
    ({ item: { x, y }, number }) =>
      x === null || y === null
        ? nothing
        : html`<circle cx="${Math.round(x * width)}" cy="${Math.round(y * height)}" r="${radius}"/><text x="${Math.round(x * width)}" y="${Math.round(y * height)}" font-size="${radius * 1.2}">${number}</text>`,
  )}</svg>`
}

function itemOf(view: View, { id: roundId }: Round, item: Item, number: number): Html {
  const texts = TEXTS.rounds
  const { comment, status, answer, time } = item
  const at = time === null ? nothing : html` <span class="soft">${texts.at(time)}</span>`
  return html`<p><b>${number}</b> <span dir="auto" class="lines">${comment}</span>${at} <span class="mark">${texts.statuses[status]}</span></p>
${mayAnswer(view) ? answerForm(view, roundId, item) : answer ? html`<blockquote dir="auto">${answer}</blockquote>` : nothing}`
}

function mayAnswer({ staff, project }: View): boolean {
  if (!staff.may('updateRevisionItem')) return false
  return staff.role !== 'EDITOR' || project.editorId === staff.userId
}

function answerForm({ here }: View, roundId: string, { id, status, answer }: Item): Html {
  const texts = TEXTS.rounds
  const button = (to: Item['status'], text: string) =>
    html`<button name="status" value="${to}">${text}</button>`
  return changeForm({
    action: `${here}/revisions/${roundId}/items/${id}`,
    content: html`${hidden({ 'was-status': status, 'was-answer': answer ?? '' })}
${field({ id: `answer-${id}`, name: 'answer', label: texts.answer, rows: 2, value: answer ?? '', maxLength: MAX_REVISION_COMMENT_LENGTH })}
<div class="actions">${
      status === 'OPEN'
        ? html`${button('DONE', texts.done)}${button('DECLINED', texts.decline)}`
        : html`${button(status, texts.save)}${button('OPEN', texts.reopen)}`
    }</div>`,
  })
}
