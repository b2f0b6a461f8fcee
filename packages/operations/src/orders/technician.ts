import type { Tx } from '@mediajobs/outbox'
import type { OrderFormRow } from './form.ts'
import type { OrderRow } from './order.ts'
import { freeTechnician } from './slots.ts'

/**
 * A technician who is free for an order: ignores its hold, but not what staff booked since. None for an order without
 * a time. Locks the candidates.
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
