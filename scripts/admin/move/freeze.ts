import { setTimeout as pause } from 'node:timers/promises'
import { MAX_FREEZE_MS, MAX_MAIL_MS, type MoveStep } from '@mediajobs/domain'
import { Refusal } from '../command.ts'
import { compareOlder, differences } from './compare.ts'
import { fence } from './fence.ts'
import { flip } from './flip.ts'
import type { Move } from './move.ts'
import { catchUp } from './replication.ts'
import { LOCK_WRITES, setStep } from './state.ts'
import { awaitPosts, awaitQuiet } from './work-under-way.ts'

// Longer than anything that has begun: a mail may take a minute, and its lease two.
const QUIET_MS = 2 * MAX_MAIL_MS + 30_000
const ATTEMPTS = 10
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000
// Before the first freeze the target may be far behind.
const CATCH_UP_MS = 600_000
// A receiver that responds at once takes far less. What is still under way after that is sent again by the target,
// with the same id.
const POSTS_MS = 2_000
// The rest of a freeze is for the comparison and the flip.
const LAST_ROWS_MS = 3_000

/**
 * Freezes the writes of the organization, waits for the last rows, compares, and flips. A freeze ends after
 * {@link MAX_FREEZE_MS} by itself. If that was too short, it is tried again after a pause.
 *
 * @throws {Refusal} when no attempt was short enough, or when the rows differ. The organization works here then.
 */
export async function freezeAndFlip(move: Move): Promise<void> {
  move.say('letting the work in the background end …')
  await setStep(move, 'QUIET', QUIET_MS)
  await fence(move.source, move.show)
  await awaitQuiet(move, QUIET_MS)
  move.say('catching up …')
  if (!(await catchUp(move, CATCH_UP_MS))) {
    throw new Refusal('The target does not catch up: run this again when there is less load.')
  }
  move.say('comparing the log …')
  const cut = await compareOlder(move)
  for (let attempt = 1; ; attempt += 1) {
    const failure = await attemptFlip(move, cut)
    if (failure === null) return
    if (attempt === ATTEMPTS) {
      await setStep(move, 'COPYING', null)
      throw new Refusal(
        `${failure} ${ATTEMPTS} freezes were too short: run this again when there is less load.`,
      )
    }
    const waitMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS)
    move.say(`${failure} Writes are accepted again; next attempt in ${waitMs / 1_000} s …`)
    await pause(waitMs)
  }
}

/** One freeze. @returns null after the flip; else why there was none, as a sentence */
async function attemptFlip(move: Move, cut: string): Promise<string | null> {
  move.say('freezing the writes …')
  const beganMs = performance.now()
  await closeDoors(move)
  const failure = await flipFrozen(move, cut).catch(async (error) => {
    await reopen(move, 'COPYING').catch(() => {})
    throw error
  })
  const frozenSeconds = ((performance.now() - beganMs) / 1_000).toFixed(1)
  if (failure === null) move.say(`moved: writes were refused for ${frozenSeconds} s`)
  else await reopen(move, 'QUIET')
  return failure
}

async function flipFrozen(move: Move, cut: string): Promise<string | null> {
  await awaitPosts(move, POSTS_MS)
  if (!(await freeze(move))) return 'Writes under way took too long.'
  if (!(await catchUp(move, LAST_ROWS_MS))) return 'The last rows took too long.'
  move.say('comparing the rows …')
  const different = await differences(move, cut)
  if (different.length > 0) return `The rows differ: ${different.join(', ')}.`
  move.say('switching over …')
  return (await flip(move)) ? null : 'The comparison took too long.'
}

const CLOSE = `
  update organization_moves set changed_at = clock_timestamp(),
    frozen_until = clock_timestamp() + $2 * interval '1 millisecond',
    quiet_until = clock_timestamp() + $3 * interval '1 millisecond'
  where organization_id = $1`

/** New writes and webhooks are refused from now on. Those under way go on. */
async function closeDoors({ source, organizationId }: Move): Promise<void> {
  await source.rows(CLOSE, [organizationId, MAX_FREEZE_MS, QUIET_MS])
}

const FREEZE = `
  update organization_moves set step = 'FROZEN', changed_at = clock_timestamp()
  where organization_id = $1 and frozen_until > clock_timestamp()
  returning 1`
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Refuses every write from now on, also one whose request was admitted before. The lock waits until the transactions
 * that have written are committed or rolled back.
 *
 * @returns false when these take too long
 */
async function freeze({ source, organizationId }: Move): Promise<boolean> {
  try {
    return await source.transaction(async () => {
      await source.rows(`set local lock_timeout = '2s'`)
      await source.rows(LOCK_WRITES, [organizationId])
      return (await source.rows(FREEZE, [organizationId])).length > 0
    })
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

const REOPEN = `
  update organization_moves set step = $2, frozen_until = null, changed_at = clock_timestamp()
  where organization_id = $1 and not is_away`

/** Accepts writes again, unless the organization was moved. */
async function reopen({ source, organizationId }: Move, step: MoveStep): Promise<void> {
  await source.rows(REOPEN, [organizationId, step])
}
