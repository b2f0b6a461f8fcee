import type { SingleConnection } from '@mediajobs/db'
import type { MoveStep } from '@mediajobs/domain'
import type { Move } from './move.ts'

/** A move, as one of its two databases has it. */
export interface MoveState {
  step: MoveStep
  /** The other cell. */
  cell: string
}

const READ = 'select step, cell from organization_moves where organization_id = $1'

/** The move of the organization in one of the two databases; undefined when there is none. */
export function readState(
  database: SingleConnection,
  { organizationId }: Move,
): Promise<MoveState | undefined> {
  return database.row<MoveState>(READ, [organizationId])
}

// An organization that came here from another cell has an ARRIVED row until its move has ended.
const BEGIN_AT_SOURCE = `
  insert into organization_moves as move (organization_id, step, cell) values ($1, 'COPYING', $2)
  on conflict (organization_id) do update
  set step = 'COPYING', cell = excluded.cell, is_away = false, began_at = now(), changed_at = now()
  where move.step = 'ARRIVED'`
const BEGIN_AT_TARGET = `
  insert into organization_moves (organization_id, step, cell, is_away) values ($1, 'ARRIVING', $2, true)
  on conflict (organization_id) do nothing`
const MARK = `
  insert into move_marks (organization_id, mark) values ($1, gen_random_uuid())
  on conflict (organization_id) do nothing`

/**
 * Writes that the move has begun, in both databases. The target gets its row before the first row of the organization
 * comes: its processes leave the organization alone from then on.
 */
export async function beginMove(move: Move): Promise<void> {
  const { source, target, organizationId, fromCell, toCell } = move
  await target.rows(BEGIN_AT_TARGET, [organizationId, fromCell])
  await source.rows(BEGIN_AT_SOURCE, [organizationId, toCell])
  await source.rows(MARK, [organizationId])
}

const SET_STEP = `
  update organization_moves
  set step = $2, changed_at = clock_timestamp(), frozen_until = null,
    quiet_until = clock_timestamp() + $3 * interval '1 millisecond'
  where organization_id = $1`

/**
 * Writes a step of the source in which the organization takes writes.
 *
 * @param quietMs for how long no work in the background begins; null: it goes on
 */
export async function setStep(move: Move, step: MoveStep, quietMs: number | null): Promise<void> {
  await move.source.rows(SET_STEP, [move.organizationId, step, quietMs])
}

/** SQL: waits until each transaction that has written a row of the organization has ended, and lets no other write. */
export const LOCK_WRITES = `
  select pg_advisory_xact_lock(hashtextextended('organizations.move:' || $1, 0))`
