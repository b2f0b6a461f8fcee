import type { Sql } from '@mediajobs/db'
import { orderForms } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { cancelProject } from '../plan-changes/cancel.ts'
import { findAppointment, moveAppointment } from '../plan-changes/reschedule.ts'
import { mayChange, readTerms } from '../plan-changes/terms.ts'
import { getProject, lockProject, type Project } from '../projects/project.ts'
import { conflict } from '../shared/errors.ts'
import { readForm } from './open-form.ts'
import { mailOrder, mailOrderChanged, type OrderRow } from './order.ts'
import {
  expectOffered,
  freeTechnician,
  type Slot,
  slotsWithin,
  slotTaken,
  type WantedShoot,
} from './slots.ts'

export interface ChangeOrderInput {
  /** The fee that the client saw. */
  expectedFeeAmount: number
}

/**
 * Moves the appointment of a client's order to another slot of its form, and mails the client and the organization.
 * Payments stay as they are. A no-op for the same time.
 *
 * @throws {OperationError} `invalid` for a start off the grid; `conflict` (`order_not_confirmed`,
 *   `project_cancelled`, `visit_not_planned`, `change_too_late`, `fee_changed`, `slot_taken`).
 */
export async function rescheduleOrder(
  tx: Tx,
  order: OrderRow,
  { startsAt, expectedFeeAmount }: ChangeOrderInput & { startsAt: string },
): Promise<void> {
  const { organizationId: orgId } = order
  const project = await lockProject(tx, orgId, projectOf(order))
  const visit = await findAppointment(tx, project, null)
  const findTechnician = async () => {
    const open = await formOf(tx, order)
    expectOffered(open, startsAt)
    const shoot = { startsAt, ...shootOf(order, project) }
    const technicianId = await freeTechnician(tx, open.form, shoot, {
      excludeOrderId: order.id,
      excludeProjectId: project.id,
    })
    if (technicianId === null) throw slotTaken()
    return technicianId
  }
  await moveAppointment(tx, null, project, {
    visit,
    scheduledTime: startsAt,
    expectedFeeAmount,
    notifyCustomer: true,
    findTechnician,
    whenMoved: (rescheduleId) => mailOrderChanged(tx, order, rescheduleId),
  })
}

/**
 * The slots to which a client may move their order's appointment, earliest first: all that its form offers. Empty if
 * they may not.
 */
export async function getOrderSlots(sql: Sql, order: OrderRow): Promise<Slot[]> {
  if (order.projectId === null || order.startsAt === null) return []
  const project = await getProject(sql, order.organizationId, order.projectId)
  if (!mayChange(await readTerms(sql, project), project, project.scheduledTime)) return []
  const open = await formOf(sql, order)
  const everything = { from: open.nowMs, to: Number.MAX_SAFE_INTEGER }
  const slots = await slotsWithin(sql, open, everything, shootOf(order, project), [
    order.id,
    project.id,
  ])
  return slots.filter(({ startsAt }) => startsAt !== project.scheduledTime)
}

function shootOf(
  order: OrderRow,
  { estimatedDuration, postalCode, lat, lng }: Project,
): Omit<WantedShoot, 'startsAt'> {
  return {
    durationMinutes: estimatedDuration ?? order.durationMinutes,
    place: { postalCode, lat, lng },
  }
}

/**
 * Cancels the project of a client's order, refunds the payments, less the fee, and mails the client and the
 * organization. A no-op for a CANCELLED one.
 *
 * @throws {OperationError} `conflict` (`order_not_confirmed`, `change_too_late`), or as in `cancelProject`.
 */
export async function cancelOrder(
  tx: Tx,
  order: OrderRow,
  { expectedFeeAmount }: ChangeOrderInput,
): Promise<void> {
  await cancelProject(tx, order.organizationId, null, projectOf(order), {
    expectedFeeAmount,
    whenCancelled: async () => {
      await mailOrder(tx, order, 'ORDER_CANCELLED')
      await mailOrderChanged(tx, order, null)
    },
  })
}

function projectOf({ projectId }: OrderRow): string {
  if (projectId !== null) return projectId
  throw conflict('order_not_confirmed', 'The order is not confirmed: it has no appointment yet.')
}

/** An order's form, even if it no longer takes orders. */
async function formOf(sql: Sql, { organizationId, formId }: OrderRow) {
  const isForm = and(eq(orderForms.organizationId, organizationId), eq(orderForms.id, formId))
  const form = await readForm(sql, isForm)
  if (!form) throw new Error('an order has no form')
  return form
}
