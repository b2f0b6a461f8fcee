import { openSingleConnection, type SingleConnection } from '@mediajobs/db'
import type { KeyRing, MoveStep } from '@mediajobs/domain'
import { TENANT_TABLES } from '@mediajobs/operations/organizations'

/** A move that can't run as requested. The message is one line for the operator. */
export class MoveRefused extends Error {}

export interface MoveOptions {
  readonly organizationId: string
  readonly fromCell: string
  readonly toCell: string
  readonly sourceUrl: string
  readonly targetUrl: string
  /** URL of the source database, as reachable from the target's PostgreSQL. */
  readonly replicationUrl: string
  /** The target's SECRETS_KEY. */
  readonly keyRing: KeyRing
  /** Prints a line for each step. */
  say(text: string): void
  /** Shows progress within a step. */
  show(text: string): void
}

/** A running move, connected to both databases. */
export interface Move extends MoveOptions {
  readonly source: SingleConnection
  readonly target: SingleConnection
  /** Names the publication, the subscription and the slot. */
  readonly name: string
}

/** A table with rows of the organization. */
export interface MovedTable {
  name: string
  /** The column with the organization's id. */
  column: string
}

/** All tables with rows of an organization, each after those it refers to. */
export const ORGANIZATION_TABLES: readonly MovedTable[] = [
  { name: 'organizations', column: 'id' },
  ...TENANT_TABLES.map(({ name }) => ({ name, column: 'organization_id' })),
]

const TRY_LOCK = `
  select pg_try_advisory_lock(hashtextextended('organizations.move.command:' || $1, 0)) as "isLocked"`
const LOCK_TRIES = 50
const LOCK_PAUSE_MS = 200

/**
 * Connects to both databases and locks out concurrent runs for the organization.
 *
 * @throws {MoveRefused} if another run is active or a database is unreachable.
 */
export async function withMove<Result>(
  options: MoveOptions,
  work: (move: Move) => Promise<Result>,
): Promise<Result> {
  const organizationId = options.organizationId.toLowerCase()
  const name = `move_${organizationId.replaceAll('-', '')}`
  const source = await connect(options.sourceUrl, 'The database of DATABASE_URL')
  try {
    await lock(source, organizationId)
    const target = await connect(options.targetUrl, 'The database of MOVE_TARGET_DATABASE_URL')
    try {
      return await work({ ...options, organizationId, name, source, target })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** A session lock: released even if the command is killed. */
async function lock(source: SingleConnection, organizationId: string): Promise<void> {
  // PostgreSQL may still be running the last statement of a killed run.
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const found = await source.row<{ isLocked: boolean }>(TRY_LOCK, [organizationId])
    if (found?.isLocked) return
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS))
  }
  throw new MoveRefused('Another move-organization of this organization is running.')
}

/** @param name begins the error: `The database of DATABASE_URL` */
async function connect(url: string, name: string): Promise<SingleConnection> {
  try {
    return await openSingleConnection(url, 'admin move')
  } catch (error) {
    throw new MoveRefused(`${name} cannot be reached: ${(error as Error).message}`)
  }
}

/** The record of a move in one of its databases. */
export interface MoveState {
  step: MoveStep
  /** The other cell. */
  cell: string
}

const READ = 'select step, cell from organization_moves where organization_id = $1'

/** The record in `database`; undefined without a move. */
export function readState(
  database: SingleConnection,
  { organizationId }: Move,
): Promise<MoveState | undefined> {
  return database.row<MoveState>(READ, [organizationId])
}

// An organization that arrived from another cell has an ARRIVED row until that move has finished.
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
 * Records the start of the move in both databases: first in the target, whose processes must leave the organization alone
 * before its first row arrives.
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
 * Records a step in the source during which writes are accepted.
 *
 * @param quietMs how long background work is suspended; null: not at all
 */
export async function setStep(move: Move, step: MoveStep, quietMs: number | null): Promise<void> {
  await move.source.rows(SET_STEP, [move.organizationId, step, quietMs])
}

const FORGET = ['move_marks', 'organization_moves'].map(
  (table) => `delete from ${table} where organization_id = $1`,
)

/** Removes the record of the move from `database`. */
export async function forgetMove(
  database: SingleConnection,
  { organizationId }: Move,
): Promise<void> {
  for (const statement of FORGET) await database.rows(statement, [organizationId])
}
