import type { Schemas } from '@mediajobs/client'
import { countedIn } from '@mediajobs/domain/translation'
import { type Html, html, nothing } from '../../html.ts'
import { pageNotFound, readList } from '../read-record.ts'
import type { Staff } from '../staff.ts'
import { LANGUAGE } from '../texts.ts'
import { TEXTS } from './texts.ts'

export type Order = Schemas['Order']

/** Higher counts are shown as `50+`. */
const COUNTED = 50

/** The newest 50 orders that staff have to answer, oldest first, and whether there are more. @throws {RefusedRead} */
export async function readWaiting(staff: Staff): Promise<{ data: Order[]; hasMore: boolean }> {
  const url = `/orders?status=REQUESTED&limit=${COUNTED}`
  const { data, nextCursor } = await readList<Order>(staff, url)
  return { data: data.toReversed(), hasMore: nextCursor !== null }
}

/** @throws {PageError} 404 */
export async function readOrder(staff: Staff, id: string): Promise<Order> {
  const { data } = await readList<Order>(staff, `/orders?id=${id}&limit=1`)
  const [order] = data
  if (!order) throw pageNotFound()
  return order
}

const counted = countedIn(LANGUAGE)

/** Orders waiting for an answer, shown above Today and the board. Empty without the permission to answer. */
export async function waitingHint(staff: Staff, home: string): Promise<Html> {
  if (!staff.may('confirmOrder')) return nothing
  const { data, hasMore } = await readWaiting(staff)
  if (data.length === 0) return nothing
  const count = counted(data.length, TEXTS.hintNoun)
  return html`<p class="notice">${TEXTS.hint(hasMore ? `${count}+` : count)} <a href="${home}/orders">${TEXTS.look}</a></p>`
}
