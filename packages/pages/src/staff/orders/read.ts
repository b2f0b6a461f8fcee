import type { Schemas } from '@mediajobs/client'
import { pageNotFound, readList } from '../read-record.ts'
import type { Staff } from '../staff.ts'

export type Order = Schemas['Order']

/** Higher counts are shown as `50+`. */
const COUNTED = 50

/** Orders that staff have to answer, oldest first. @throws {RefusedRead} */
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
