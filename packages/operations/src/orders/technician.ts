import type { Tx } from '@mediajobs/outbox'
import type { OrderFormRow } from './form.ts'
import type { OrderRow } from './order.ts'
import { freeTechnician } from './slots.ts'

/**
 * Who takes an order, of those who are free now: its own hold doesn't count, and what staff booked since does. Nobody
 * without a time. Locks the members that it looks at.
 */
export async function technicianFor(
  tx: Tx,
  form: OrderFormRow,
  order: OrderRow,
): Promise<Pick<OrderRow, 'technicianId' | 'orderConflict'>> {
  const { id, startsAt, durationMinutes, postalCode, lat, lng } = order
  if (startsAt === null) return { technicianId: null, orderConflict: false }
  const shoot = { startsAt, durationMinutes, place: { postalCode, lat, lng } }
  const isOver = Date.parse(startsAt) <= Date.now()
  const technicianId = isOver ? null : await freeTechnician(tx, form, shoot, { excludeOrderId: id })
  return { technicianId, orderConflict: technicianId === null }
}
