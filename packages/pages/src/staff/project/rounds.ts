import { MAX_REVISION_COMMENT_LENGTH } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { menu } from '../parts.ts'
import type { Item, Round } from '../records.ts'
import { openItemsOf, PIN_SHARE, picture, pins, THUMBNAIL_PIN_SHARE } from './files.ts'
import type { View } from './read.ts'
import { replaceButtonOf, replacement, replaceNote } from './replace.ts'
import { TEXTS } from './texts.ts'

const SIZES = '(min-width: 700px) 320px, 94vw'
const texts = TEXTS.rounds

/** Whether the newest round is the current work, to show before everything else. */
export function isWorkNow({ project: { status }, newestRound: newest }: View): boolean {
  if (!newest || status === 'CANCELLED') return false
  return status !== 'DELIVERED' || isOpen(newest)
}

function isOpen({ items }: Round): boolean {
  return items.some(({ status }) => status === 'OPEN')
}

/** The client's rounds of changes, newest first. Finished ones are collapsed. */
export function rounds(view: View): Html {
  const { rounds: list, here } = view
  const older = list.nextCursor && new URLSearchParams({ rounds: list.nextCursor })
  return html`${replaceNote(view.staff)}${list.data.map((each) => round(view, each, isOpen(each) || (each.id === view.newestRound?.id && isWorkNow(view))))}
${older ? html`<p><a href="${here}?${older}#changes">${texts.older}</a></p>` : nothing}`
}

function round(view: View, each: Round, isUnfolded: boolean): Html {
  const { when, nameOf } = view
  const { comment, items, requestedAt, requestedByUserId, resolvedAt } = each
  const who = requestedByUserId === null ? view.clientName : nameOf(requestedByUserId)
  const open = items.filter(({ status }) => status === 'OPEN').length
  const state =
    items.length === 0
      ? nothing
      : resolvedAt === null
        ? texts.open(open, items.length)
        : html`${texts.resolved} ${when.time(resolvedAt)}`
  const media = [...new Set(items.map(({ mediaId }) => mediaId))]
  const content = html`<p class="soft">${who}, ${when.time(requestedAt)}</p>
${comment ? html`<blockquote dir="auto">${comment}</blockquote>` : nothing}
${media.map((id) => ofMedium(view, each, id))}`
  const title = html`${texts.round(each.round)} <span class="soft">${state}</span>`
  const isPinned = view.media.some(({ id }) => openItemsOf(view, id).length > 0)
  const onPhotos =
    isPinned && each.id === view.newestRound?.id
      ? html`<a class="button quiet" href="#files">${texts.onPhotos}</a>`
      : nothing
  return isUnfolded
    ? html`<article class="round"><div class="round-head"><h3>${title}</h3>${onPhotos}</div>${content}</article>`
    : html`<details class="round"><summary>${title}</summary>${content}</details>`
}

/** A picture with pins, next to the requested changes. */
function ofMedium(view: View, each: Round, mediaId: string): Html {
  const medium = [...view.media, ...view.replaced].find(({ id }) => id === mediaId)
  const items = each.items.map((item, index) => ({ item, number: index + 1 }))
  const own = items.filter(({ item }) => item.mediaId === mediaId)
  const isDone = own.every(({ item }) => item.status !== 'OPEN')
  return html`<div class="${isDone ? 'asked answered' : 'asked'}">
${medium ? html`<figure><a href="${view.here}/files/${medium.id}"><span class="pinned">${picture(medium, SIZES, medium.filename)}${pins(medium, own, isDone ? THUMBNAIL_PIN_SHARE : PIN_SHARE)}</span></a><figcaption dir="auto">${medium.filename}</figcaption></figure>` : html`<p class="soft">${texts.deleted}</p>`}
<ol class="plain">${own.map(({ item, number }) => html`<li value="${number}" id="item-${item.id}">${itemOf(view, each, item, number)}</li>`)}</ol></div>`
}

function itemOf(view: View, { id: roundId }: Round, item: Item, number: number): Html {
  const { comment, status, answer, time } = item
  const at = time === null ? nothing : html` <span class="soft">${texts.at(time)}</span>`
  return html`<p><b class="pin ${status}">${number}</b> <span dir="auto" class="lines">${comment}</span>${at} <span class="mark ${status}">${texts.statuses[status]}</span></p>
${answer && status !== 'OPEN' ? html`<blockquote dir="auto">${answer}</blockquote>` : nothing}
${replacement(view, item)}${mayAnswer(view) ? answerForm(view, roundId, item) : nothing}`
}

function mayAnswer({ staff, project }: View): boolean {
  if (!staff.may('updateRevisionItem')) return false
  return staff.role !== 'EDITOR' || project.editorId === staff.userId
}

function answerForm(view: View, roundId: string, item: Item): Html {
  const { id, status, answer } = item
  const button = (to: Item['status'], text: string, name = 'button') =>
    html`<button class="${name}" name="status" value="${to}">${text}</button>`
  const written = field({
    id: `answer-${id}`,
    name: 'answer',
    label: texts.answer,
    rows: status === 'OPEN' ? 1 : 2,
    value: answer ?? '',
    maxLength: MAX_REVISION_COMMENT_LENGTH,
  })
  const buttons =
    status === 'OPEN'
      ? html`${written}<div class="actions">${replaceButtonOf(view, roundId, item)}${button('DONE', texts.done)}${button('DECLINED', texts.decline, 'quiet')}</div>`
      : html`<div class="actions">${menu(texts.change, html`${written}${button(status, texts.save)}`)}${button('OPEN', texts.reopen, 'quiet')}</div>`
  return changeForm({
    action: `${view.here}/revisions/${roundId}/items/${id}`,
    content: html`${hidden({ 'was-status': status, 'was-answer': answer ?? '' })}${buttons}`,
  })
}
