import { countedIn } from '@mediajobs/domain/translation'
import { type Html, html, nothing } from '../../html.ts'
import type { Staff } from '../staff.ts'
import { LANGUAGE } from '../texts.ts'
import { readWaiting } from './read.ts'
import { TEXTS } from './texts.ts'

const counted = countedIn(LANGUAGE)

/** Above the day and the board: orders that wait for an answer. Empty for those who can't give it. */
export async function waitingHint(staff: Staff, home: string): Promise<Html> {
  if (!staff.may('confirmOrder')) return nothing
  const { data, hasMore } = await readWaiting(staff)
  if (data.length === 0) return nothing
  const count = counted(data.length, TEXTS.hintNoun)
  return html`<p class="notice">${TEXTS.hint(hasMore ? `${count}+` : count)} <a href="${home}/orders">${TEXTS.look}</a></p>`
}
