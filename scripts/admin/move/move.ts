import { openSingleConnection, type SingleConnection } from '@mediajobs/db'
import type { KeyRing } from '@mediajobs/domain'
import { environment, variables } from '@mediajobs/runtime'
import { Refusal } from '../command.ts'

/** A move of one organization from the cell of DATABASE_URL to another one. */
export interface Move {
  readonly source: SingleConnection
  readonly target: SingleConnection
  readonly sourceUrl: string
  readonly targetUrl: string
  /** How the PostgreSQL of the target reaches the source. */
  readonly replicationUrl: string
  readonly organizationId: string
  readonly fromCell: string
  readonly toCell: string
  /** The keys of the target's processes. */
  readonly keyRing: KeyRing
  /** The name of the publication, of the subscription and of the slot. */
  readonly name: string
  /** Prints a line: a step begins. */
  say(text: string): void
  /** Shows how far a step is. */
  show(text: string): void
}

type Speech = Pick<Move, 'say' | 'show'>

const TRY_LOCK = `
  select pg_try_advisory_lock(hashtextextended('organizations.move.command:' || $1, 0)) as "isLocked"`
const LOCK_TRIES = 50
const LOCK_PAUSE_MS = 200

/**
 * Opens both databases, and keeps other runs of this command for the organization out.
 *
 * @throws {Refusal} when another run goes on, or a database cannot be reached.
 */
export async function withMove<Result>(
  organizationId: string,
  toCell: string,
  { say, show }: Speech,
  work: (move: Move) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(toCell)
  const source = await connect(config.sourceUrl, 'The database of DATABASE_URL')
  try {
    await lock(source, organizationId)
    const target = await connect(config.targetUrl, 'The database of MOVE_TARGET_DATABASE_URL')
    const name = `move_${organizationId.toLowerCase().replaceAll('-', '')}`
    const ids = { organizationId: organizationId.toLowerCase(), toCell, name }
    try {
      return await work({ ...config, ...ids, source, target, say, show })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** @throws {Refusal} when the cells are not named. */
function readConfig(toCell: string) {
  const config = environment({
    DATABASE_URL: variables.DATABASE_URL,
    MOVE_TARGET_DATABASE_URL: variables.MOVE_TARGET_DATABASE_URL,
    MOVE_SOURCE_DATABASE_URL: variables.MOVE_SOURCE_DATABASE_URL,
    SECRETS_KEY: variables.SECRETS_KEY,
    CELL: variables.CELL,
    CELL_URLS: variables.CELL_URLS,
  })
  const { CELL: fromCell, MOVE_TARGET_DATABASE_URL: targetUrl } = config
  if (targetUrl === undefined) {
    throw new Refusal('MOVE_TARGET_DATABASE_URL is needed: the database of the cell of --to.')
  }
  if (fromCell === undefined) {
    throw new Refusal('CELL is needed: the name of the cell that the organization leaves.')
  }
  if (toCell === fromCell) throw new Refusal(`The organization is in the cell ${toCell} already.`)
  if (!config.CELL_URLS?.has(toCell)) {
    throw new Refusal(
      `CELL_URLS does not have ${toCell}: the processes of this cell could not send callers there.`,
    )
  }
  return {
    sourceUrl: config.DATABASE_URL,
    targetUrl,
    replicationUrl: config.MOVE_SOURCE_DATABASE_URL ?? config.DATABASE_URL,
    fromCell,
    keyRing: config.SECRETS_KEY,
  }
}

/** The lock ends with the connection, so also when the command is killed. */
async function lock(source: SingleConnection, organizationId: string): Promise<void> {
  // PostgreSQL may still run the last statement of a run that was killed.
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const found = await source.row<{ isLocked: boolean }>(TRY_LOCK, [organizationId])
    if (found?.isLocked) return
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS))
  }
  throw new Refusal('Another move-organization of this organization runs.')
}

/** @param name of the database in a message: `The target` */
async function connect(url: string, name: string): Promise<SingleConnection> {
  try {
    return await openSingleConnection(url, 'admin move')
  } catch (error) {
    throw new Refusal(`${name} cannot be reached: ${(error as Error).message}`)
  }
}
