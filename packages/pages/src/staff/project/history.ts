import { type Html, html, nothing } from '../../html.ts'
import type { Reschedule } from '../records.ts'
import { STATUS_NAMES } from '../texts.ts'
import { PLAN } from './plan-texts.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

const texts = TEXTS.history

/** A project's status changes and reschedules, newest first. */
export function history(view: View): Html {
  const { history: list, isOlder, here, when } = view
  const moves = isOlder ? [] : (view.reschedules ?? [])
  if (list.data.length + moves.length === 0) return html`<p>${texts.none}</p>`
  const older = list.nextCursor && new URLSearchParams({ history: list.nextCursor })
  const entries = [
    ...list.data.map((each) => {
      const { fromStatus, toStatus, changedAt, reason } = each
      const content = html`<li class="${toStatus}"><b>${texts.change(STATUS_NAMES[fromStatus], STATUS_NAMES[toStatus])}</b>
<span dir="auto">${byWhom(view, each)}</span> ${when.time(changedAt)}${said(reason)}</li>`
      return { changedAt, content }
    }),
    ...moves.map((each) => ({ changedAt: each.changedAt, content: moved(view, each) })),
  ].sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1))
  return html`<ol class="timeline">${entries.map(({ content }) => content)}</ol>
<p>${isOlder ? html`<a href="${here}#history">${texts.newest}</a> ` : nothing}${older ? html`<a href="${here}?${older}#history">${texts.older}</a>` : nothing}</p>`
}

function moved(view: View, move: Reschedule): Html {
  const { staff, when } = view
  const { previousTime, scheduledTime, feeAmount, currency, isFeeWaived, reason } = move
  const { dayAndTime, money } = staff.format
  const fee =
    feeAmount > 0 && currency !== null
      ? PLAN.feeOf(money(feeAmount, currency))
      : isFeeWaived
        ? PLAN.waived
        : ''
  return html`<li><b>${PLAN.moved(dayAndTime(previousTime), dayAndTime(scheduledTime))}</b>
<span dir="auto">${[byWhom(view, move), fee].filter(Boolean).join(' · ')}</span> ${when.time(move.changedAt)}${said(reason)}</li>`
}

function said(reason: string | null): Html {
  return reason === null ? nothing : html`<br><span class="soft" dir="auto">${reason}</span>`
}

type Change = View['history']['data'][number]

function byWhom(
  { nameOf, clientName }: View,
  { changedByUserId, changedByApiKeyId }: Pick<Change, 'changedByUserId' | 'changedByApiKeyId'>,
): string {
  if (changedByUserId === null) return clientName
  const name = nameOf(changedByUserId)
  return changedByApiKeyId === null ? name : texts.byKey(name)
}
