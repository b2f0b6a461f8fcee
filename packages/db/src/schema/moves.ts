import { MOVE_STEPS } from '@mediajobs/domain'
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, optionalInstant, organizationId, updatedAt } from './columns.ts'

/**
 * Moves between two cells, recorded in both databases: a few rows at most. No foreign key, because the row reaches the
 * target before the organization. Triggers in the baseline migration: `refuse_moved_write` (the fence), `note_arrival`
 * (opens the target) and `mark_moving_member` (maintains `memberships.moving`). ADR 27.
 */
export const organizationMoves = pgTable('organization_moves', {
  organizationId: organizationId().primaryKey(),
  step: text({ enum: MOVE_STEPS }).notNull(),
  /** The other cell: destination or origin. */
  cell: text().notNull(),
  /** Not served here: moved away, or still being copied to this cell. */
  isAway: boolean('is_away').notNull().default(false),
  /** Writes are refused until then, and accepted afterwards even if the command died. */
  frozenUntil: optionalInstant('frozen_until'),
  /** No background work (mails, previews, imports, removals) starts before then. */
  quietUntil: optionalInstant('quiet_until'),
  beganAt: createdAt('began_at'),
  changedAt: updatedAt('changed_at'),
})

/**
 * Replicated behind the data: once a mark has reached the target, so has everything committed before it. A trigger in the
 * target opens the organization when `flipped` arrives.
 */
export const moveMarks = pgTable('move_marks', {
  organizationId: organizationId().primaryKey(),
  mark: uuid().notNull(),
  flipped: boolean().notNull().default(false),
})

/**
 * Hashes of credentials and tokens of moved organizations whose rows were dropped. Read only for unknown credentials.
 * docs/contract.md#c15-wrong-cell
 */
export const movedCredentials = pgTable('moved_credentials', {
  credentialHash: bytea('credential_hash').primaryKey(),
  cell: text().notNull(),
})

/** SQL: the organization in `column` isn't served by this cell: moved away, or still being copied here. */
export function isAway(column: string): string {
  return ifMoving(column, 'move.is_away')
}

/** SQL: the organization in `column` was moved away, and its rows here await `--drop`. */
export function hasMoved(column: string): string {
  return ifMoving(column, `move.step = 'MOVED'`)
}

/** SQL: the organization in `column` accepts no writes: away or frozen. */
export function isFrozen(column: string): string {
  return ifMoving(column, '(move.is_away or move.frozen_until > now())')
}

/** SQL: no background work may start for the organization in `column`: away, or its move is about to finish. */
export function isResting(column: string): string {
  return ifMoving(column, '(move.is_away or move.quiet_until > now())')
}

/** SQL: the move of the organization in `column` as JSON `{ step, cell }`, or null. */
export function moveOf(column: string): string {
  return `(select json_build_object('step', v.step, 'cell', v.cell) from organization_moves as v
      where v.organization_id = ${column})`
}

export const FIND_MOVE = 'select step, cell from organization_moves where organization_id = $1'

export interface Freeze {
  isAway: boolean
  seconds: number | null
}

/** Whether the organization `$1` is away, and the remaining whole seconds of its freeze. */
export const READ_FREEZE = `
  select is_away as "isAway", case when frozen_until > now()
    then ceil(extract(epoch from frozen_until - now()))::int end as seconds
  from organization_moves where organization_id = $1`

function ifMoving(column: string, condition: string): string {
  return `exists (
    select from organization_moves as move where move.organization_id = ${column} and ${condition})`
}
