import { openSingleConnection, type SingleConnection } from '@mediajobs/db'
import type { KeyRing, MoveStep } from '@mediajobs/domain'
import { TENANT_TABLES } from '@mediajobs/operations/organizations'

/** A move that cannot be run as asked. The message is one line for the operator. */
export class MoveRefused extends Error {}

/** What the caller says about a move. */
export interface MoveOptions {
  readonly organizationId: string
  readonly fromCell: string
  readonly toCell: string
  readonly sourceUrl: string
  readonly targetUrl: string
  /** How the target's PostgreSQL reaches the source. */
  readonly replicationUrl: string
  /** The keys of the target's processes. */
  readonly keyRing: KeyRing
  /** Prints a line: a step begins. */
  say(text: string): void
  /** Shows the progress of a step. */
  show(text: string): void
}

/** A move under way, with a connection to each of the two databases. */
export interface Move extends MoveOptions {
  readonly source: SingleConnection
  readonly target: SingleConnection
  /** The name of the publication, the subscription and the slot. */
  readonly name: string
}

/** A table with rows of the organization. */
export interface MovedTable {
  name: string
  /** The column with the organization's id. */
  column: string
}

/** All tables with rows of an organization, each after those to which it refers. */
export const ORGANIZATION_TABLES: readonly MovedTable[] = [
  { name: 'organizations', column: 'id' },
  ...TENANT_TABLES.map(({ name }) => ({ name, column: 'organization_id' })),
]

const TRY_LOCK = `
  select pg_try_advisory_lock(hashtextextended('organizations.move.command:' || $1, 0)) as "isLocked"`
const LOCK_TRIES = 50
const LOCK_PAUSE_MS = 200

/**
 * Opens both databases and locks out other runs for the same organization.
 *
 * @throws {MoveRefused} when another run is under way, or a database is unreachable.
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

/** The lock ends with the connection, so also when the command is killed. */
async function lock(source: SingleConnection, organizationId: string): Promise<void> {
  // PostgreSQL may still be running the last statement of a killed run.
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const found = await source.row<{ isLocked: boolean }>(TRY_LOCK, [organizationId])
    if (found?.isLocked) return
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS))
  }
  throw new MoveRefused('Another move-organization of this organization runs.')
}

/** @param name of the database in a message: `The target` */
async function connect(url: string, name: string): Promise<SingleConnection> {
  try {
    return await openSingleConnection(url, 'admin move')
  } catch (error) {
    throw new MoveRefused(`${name} cannot be reached: ${(error as Error).message}`)
  }
}

/** A move, as recorded in one of its two databases. */
export interface MoveState {
  step: MoveStep
  /** The other cell. */
  cell: string
}

const READ = 'select step, cell from organization_moves where organization_id = $1'

/** The state in one of the two databases; undefined when there is no move. */
export function readState(
  database: SingleConnection,
  { organizationId }: Move,
): Promise<MoveState | undefined> {
  return database.row<MoveState>(READ, [organizationId])
}

// An organization that came from another cell has an ARRIVED row until that move has ended.
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
 * Records in both databases that the move has begun. The target gets its row before the organization's first row
 * arrives: from then on its processes leave the organization alone.
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
 * Records a step of the source in which the organization accepts writes.
 *
 * @param quietMs how long no background work starts; null: it goes on
 */
export async function setStep(move: Move, step: MoveStep, quietMs: number | null): Promise<void> {
  await move.source.rows(SET_STEP, [move.organizationId, step, quietMs])
}

const FORGET = ['move_marks', 'organization_moves'].map(
  (table) => `delete from ${table} where organization_id = $1`,
)

/** Removes the record of the move from one of the two databases. */
export async function forgetMove(
  database: SingleConnection,
  { organizationId }: Move,
): Promise<void> {
  for (const statement of FORGET) await database.rows(statement, [organizationId])
}
