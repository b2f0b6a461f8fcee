import type { Sql, Transaction } from '@mediajobs/db'
import { memberships, timeOff as table } from '@mediajobs/db/schema'
import {
  MANAGING_ROLES,
  MAX_TIME_OFF,
  MAX_TIME_OFF_DAYS,
  type TIME_OFF_FIELDS,
  toUtc,
} from '@mediajobs/domain'
import type { InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Actor } from './shared/actor.ts'
import { conflict, forbidden, invalid, notFound } from './shared/errors.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import { changedFields, expectRecord, type IsExpected, record } from './shared/record.ts'
import { isMember, lockOwner, refuseInactive } from './users.ts'

/** With the column that only the service reads. */
type Row = typeof table.$inferSelect
type Shown = Pick<Row, keyof typeof TIME_OFF_FIELDS>

/** When a member can't be booked. Doesn't compile unless columns and field table agree. */
export type TimeOff = Is<Shown, Is<RecordOf<typeof TIME_OFF_FIELDS>, Shown>>
type TimeOffInput = InputOf<typeof TIME_OFF_FIELDS>

/** An entry's path. */
interface EntryPath {
  userId: string
  timeOffId: string
}

interface TimeOffFilters {
  /** Only entries that end later. */
  from?: string
  /** Only entries that begin earlier. */
  to?: string
}

const entries = record(table)
const DAY_MS = 86_400_000

/** @throws {OperationError} `not_found`; `forbidden` as in {@link listTimeOff}. */
export async function getTimeOff(
  sql: Sql,
  actor: Actor,
  { userId, timeOffId }: EntryPath,
): Promise<TimeOff> {
  await expectReader(sql, actor, userId)
  return ofUser(await entries.get(sql, actor.organizationId, timeOffId), userId)
}

/**
 * A member's time off, newest first.
 *
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`) for another member's, unless the actor is ADMIN or
 *   MANAGER; `invalid` for a cursor of another list.
 */
export async function listTimeOff(
  sql: Sql,
  actor: Actor,
  userId: string,
  { from, to, ...request }: TimeOffFilters & PageRequest,
): Promise<Page<TimeOff>> {
  await expectReader(sql, actor, userId)
  const where = and(
    eq(table.userId, userId),
    from === undefined ? undefined : gt(table.endsAt, from),
    to === undefined ? undefined : lt(table.startsAt, to),
  )
  const list = { list: 'time-off', userId, from, to }
  return entries.page(sql, actor.organizationId, request, { list, where })
}

/**
 * @throws {OperationError} `not_found`; `forbidden` (`role_forbids`) as in `lockOwner`; `invalid` if it ends before it
 *   begins or lasts too long; `conflict` for a deactivated member (`user_inactive`) or one with {@link MAX_TIME_OFF}
 *   entries (`too_many_time_off`).
 */
export async function createTimeOff(
  tx: Transaction,
  actor: Actor,
  userId: string,
  input: TimeOffInput,
): Promise<TimeOff> {
  expectOrder(input)
  const { organizationId } = actor
  refuseInactive(await lockOwner(tx, actor, userId, WHAT))
  // Exact: the owner is locked.
  const count = await tx.orm.$count(
    table,
    and(eq(table.organizationId, organizationId), eq(table.userId, userId)),
  )
  if (count >= MAX_TIME_OFF) {
    throw conflict(
      'too_many_time_off',
      `A user has at most ${MAX_TIME_OFF} entries of time off: delete past ones first.`,
    )
  }
  const span = { startsAt: toUtc(input.startsAt), endsAt: toUtc(input.endsAt) }
  return entries.insert(tx, organizationId, { ...input, ...span, userId })
}

const WHAT = 'time off'

/**
 * @throws {OperationError} `not_found`, `precondition_failed`; `forbidden` and `invalid` as in {@link createTimeOff}.
 */
export async function updateTimeOff(
  tx: Transaction,
  actor: Actor,
  path: EntryPath,
  input: Partial<TimeOffInput>,
  isExpected?: IsExpected<TimeOff>,
): Promise<TimeOff> {
  const before = await lockEntry(tx, actor, path, isExpected)
  const { startsAt, endsAt } = input
  const wanted = {
    ...input,
    ...(startsAt !== undefined && { startsAt: toUtc(startsAt) }),
    ...(endsAt !== undefined && { endsAt: toUtc(endsAt) }),
  }
  expectOrder({ ...before, ...wanted })
  if (changedFields<Row>(before, wanted).length === 0) return before
  return entries.change(tx, before, { ...wanted, version: before.version + 1 })
}

/** @throws {OperationError} `not_found`, `precondition_failed`; `forbidden` as in {@link createTimeOff}. */
export async function deleteTimeOff(
  tx: Transaction,
  actor: Actor,
  path: EntryPath,
  isExpected?: IsExpected<TimeOff>,
): Promise<void> {
  await lockEntry(tx, actor, path, isExpected)
  await entries.delete(tx, actor.organizationId, path.timeOffId)
}

async function lockEntry(
  tx: Transaction,
  actor: Actor,
  { userId, timeOffId }: EntryPath,
  isExpected?: IsExpected<TimeOff>,
): Promise<Row> {
  await lockOwner(tx, actor, userId, WHAT)
  const entry = ofUser(await entries.lock(tx, actor.organizationId, timeOffId), userId)
  expectRecord(entry, isExpected)
  return entry
}

/** @throws {OperationError} `not_found` for an entry of another member. */
function ofUser(entry: Row, userId: string): Row {
  if (entry.userId !== userId) throw notFound()
  return entry
}

/**
 * Checks that the actor may read the member's notes, which may be private.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids`).
 */
async function expectReader({ orm }: Sql, actor: Actor, userId: string): Promise<void> {
  const [member] = await orm
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(isMember(actor.organizationId, userId))
  if (!member) throw notFound()
  if (actor.userId === userId || MANAGING_ROLES.includes(actor.role)) return
  throw forbidden(
    'role_forbids',
    `The role ${actor.role} may read only the user's own ${WHAT}.`,
  ).at('id')
}

/** @throws {OperationError} `invalid`. */
function expectOrder({ startsAt, endsAt }: Pick<TimeOffInput, 'startsAt' | 'endsAt'>): void {
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  if (length <= 0) throw invalid('endsAt', 'too_small', 'must be later than startsAt')
  if (length > MAX_TIME_OFF_DAYS * DAY_MS) {
    throw invalid(
      'endsAt',
      'too_large',
      `must be at most ${MAX_TIME_OFF_DAYS} days later than startsAt`,
    )
  }
}
