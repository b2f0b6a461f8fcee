import { countedIn } from '@mediajobs/domain/translation'
import { type Html, html, nothing } from '../../html.ts'
import type { Staff } from '../staff.ts'
import { LANGUAGE } from '../texts.ts'
import { readWaiting } from './read.ts'
import { TEXTS } from './texts.ts'

const counted = countedIn(LANGUAGE)

/** Orders waiting for an answer, shown above Today and the board. Empty without the permission to answer. */
export async function waitingHint(staff: Staff, home: string): Promise<Html> {
  if (!staff.may('confirmOrder')) return nothing
  const { data, hasMore } = await readWaiting(staff)
  if (data.length === 0) return nothing
  const count = counted(data.length, TEXTS.hintNoun)
  return html`<p class="notice">${TEXTS.hint(hasMore ? `${count}+` : count)} <a href="${home}/orders">${TEXTS.look}</a></p>`
}
