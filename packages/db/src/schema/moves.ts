import { MOVE_STEPS } from '@mediajobs/domain'
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, optionalInstant, organizationId, updatedAt } from './columns.ts'

/**
 * Moves of organizations between two cells, in the databases of both. It has a few rows at most, so a statement can
 * look here for every organization. There is no foreign key: the row comes to the target before its organization.
 * ADR 27.
 */
export const organizationMoves = pgTable('organization_moves', {
  organizationId: organizationId().primaryKey(),
  step: text({ enum: MOVE_STEPS }).notNull(),
  /** The other cell: where it goes, or where it comes from. */
  cell: text().notNull(),
  /** The organization is not at home here: it was moved away, or it is still being copied to this cell. */
  isAway: boolean('is_away').notNull().default(false),
  /** Until then its writes are refused. When the command dies, they are accepted again after that. */
  frozenUntil: optionalInstant('frozen_until'),
  /** Until then no work in the background begins for it: mails, previews, imports, removals. */
  quietUntil: optionalInstant('quiet_until'),
  beganAt: createdAt('began_at'),
  changedAt: updatedAt('changed_at'),
})

/**
 * Marks that follow the data through the replication of a move. When a mark has come to the target, all that was
 * committed before it has come too. A trigger on the target opens the organization when `flipped` comes.
 */
export const moveMarks = pgTable('move_marks', {
  organizationId: organizationId().primaryKey(),
  mark: uuid().notNull(),
  flipped: boolean().notNull().default(false),
})

/**
 * Hashes of the credentials and tokens of organizations that were moved away and whose rows were dropped. Only the
 * look-up of an unknown credential reads it. docs/contract.md#c15-wrong-cell
 */
export const movedCredentials = pgTable('moved_credentials', {
  credentialHash: bytea('credential_hash').primaryKey(),
  cell: text().notNull(),
})
