import type { Transaction } from '@mediajobs/db'
import { calendars } from '@mediajobs/db/schema'
import type { Actor } from '../shared/actor.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { type Calendar, findCalendar, isCalendarOf, lockOwner } from './calendar.ts'

/**
 * Ends the calendar address of a member. It is no error when there is none.
 *
 * @throws {OperationError} `not_found` for an unknown member; `forbidden` (`role_forbids`);
 *   `precondition_failed`.
 */
export async function deleteCalendar(
  tx: Transaction,
  actor: Actor,
  userId: string,
  isExpected?: IsExpected<Calendar>,
): Promise<void> {
  const { organizationId } = actor
  await lockOwner(tx, actor, userId)
  if (isExpected) expectRecord(await findCalendar(tx, organizationId, userId), isExpected)
  await tx.orm.delete(calendars).where(isCalendarOf(organizationId, userId))
}
