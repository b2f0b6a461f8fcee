import { one } from '@mediajobs/db'
import { calendars } from '@mediajobs/db/schema'
import { hashSecret, randomToken } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql } from 'drizzle-orm'
import type { Actor } from '../shared/actor.ts'
import { conflict } from '../shared/errors.ts'
import { calendarColumns, lockOwner, type NewCalendar } from './calendar.ts'

/**
 * Makes the calendar address of a member. An earlier address stops working.
 *
 * @param deliveryBaseUrl calendars are on the host of the client's pages, which is reachable from everywhere
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`); `conflict` (`user_inactive`).
 */
export async function createCalendar(
  tx: Tx,
  actor: Actor,
  userId: string,
  deliveryBaseUrl: string,
): Promise<NewCalendar> {
  const { organizationId } = actor
  const { active } = await lockOwner(tx, actor, userId)
  if (!active) {
    throw conflict('user_inactive', 'This user is deactivated: activate them with PATCH first.')
  }
  const token = randomToken(tx.cell)
  const tokenHash = hashSecret(token)
  const calendar = one(
    await tx.orm
      .insert(calendars)
      .values({ organizationId, userId, tokenHash })
      .onConflictDoUpdate({
        target: [calendars.organizationId, calendars.userId],
        set: { tokenHash, createdAt: sql`clock_timestamp()` },
      })
      .returning(calendarColumns),
    'the insert of a calendar',
  )
  return { ...calendar, url: `${new URL(deliveryBaseUrl).origin}/calendars/${token}.ics` }
}
