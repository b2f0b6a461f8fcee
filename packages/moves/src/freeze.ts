import { setTimeout as pause } from 'node:timers/promises'
import { MAX_FREEZE_MS, MAX_MAIL_MS, type MoveStep } from '@mediajobs/domain'
import { HAS_ACTIVE_JOB } from '@mediajobs/outbox'
import { copyAccounts } from './accounts.ts'
import { compareOlder, differences, rowsDiffer } from './compare.ts'
import { fence } from './fence.ts'
import { type Move, MoveRefused, setStep } from './move.ts'
import { catchUp } from './replication.ts'

// Outlasts work in progress: a mail may take a minute, its lease two.
const QUIET_MS = 2 * MAX_MAIL_MS + 30_000
const ATTEMPTS = 10
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000
// The target may lag far behind before the first freeze.
const CATCH_UP_MS = 600_000
// Ample for a healthy receiver. POSTs still in flight are resent by the target, with the same id.
const POSTS_MS = 2_000
// Leaves the rest of the freeze to the comparison and the flip.
const LAST_ROWS_MS = 3_000

// Waits for all transactions that wrote rows of the organization, and blocks further writes.
const LOCK_WRITES = `
  select pg_advisory_xact_lock(hashtextextended('organizations.move:' || $1, 0))`

/**
 * Freezes writes, waits for the last rows, compares and flips. A freeze expires after {@link MAX_FREEZE_MS} and is
 * retried with backoff.
 *
 * @throws {MoveRefused} if no attempt was fast enough, or immediately if rows differ. The organization then stays here.
 */
export async function freezeAndFlip(move: Move): Promise<void> {
  move.say('waiting for background work to finish …')
  await setStep(move, 'QUIET', QUIET_MS)
  await fence(move.source, move.show)
  await untilFalse(move, BUSY, QUIET_MS)
  move.say('catching up …')
  if (!(await catchUp(move, CATCH_UP_MS))) {
    throw new MoveRefused("The target isn't catching up: run this again when there is less load.")
  }
  move.say('comparing the log …')
  const cut = await compareOlder(move)
  for (let attempt = 1; ; attempt += 1) {
    const failure = await attemptFlip(move, cut)
    if (failure === null) return
    if (attempt === ATTEMPTS) {
      await setStep(move, 'COPYING', null)
      throw new MoveRefused(
        `${failure} ${ATTEMPTS} freezes were too short: run this again when there is less load.`,
      )
    }
    const waitMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS)
    move.say(`${failure} Writes are accepted again; next attempt in ${waitMs / 1_000} s …`)
    await pause(waitMs)
  }
}

/** One freeze. @returns null after the flip, else why it failed */
async function attemptFlip(move: Move, cut: string): Promise<string | null> {
  move.say('freezing the writes …')
  const beganMs = performance.now()
  await blockNewWork(move)
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
  await untilFalse(move, POSTING, POSTS_MS)
  if (!(await freeze(move))) return 'Writes in progress took too long.'
  if (!(await catchUp(move, LAST_ROWS_MS))) return 'The last rows took too long.'
  move.say('comparing the rows …')
  const different = await differences(move, cut)
  // Once a freeze has expired, rows may differ because they are being written again.
  if (different.length > 0 && (await isFrozen(move))) throw rowsDiffer(different)
  if (different.length > 0) return TOO_SLOW
  move.say('switching over …')
  return (await flip(move)) ? null : TOO_SLOW
}

const TOO_SLOW = 'The comparison took too long.'
const FROZEN = `
  select from organization_moves
  where organization_id = $1 and step = 'FROZEN' and frozen_until > clock_timestamp()`

async function isFrozen({ source, organizationId }: Move): Promise<boolean> {
  return (await source.row(FROZEN, [organizationId])) !== undefined
}

const BLOCK = `
  update organization_moves set changed_at = clock_timestamp(),
    frozen_until = clock_timestamp() + $2 * interval '1 millisecond',
    quiet_until = clock_timestamp() + $3 * interval '1 millisecond'
  where organization_id = $1`

/** Refuses new writes and webhooks; those in progress continue. */
async function blockNewWork({ source, organizationId }: Move): Promise<void> {
  await source.rows(BLOCK, [organizationId, MAX_FREEZE_MS, QUIET_MS])
}

const FREEZE = `
  update organization_moves set step = 'FROZEN', changed_at = clock_timestamp()
  where organization_id = $1 and frozen_until > clock_timestamp()
  returning 1`
const LOCK_NOT_AVAILABLE = '55P03'

/** Refuses all writes, even of requests admitted earlier. @returns false if writes in progress take too long */
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

/** Unfreezes, unless the organization was moved. */
async function reopen({ source, organizationId }: Move, step: MoveStep): Promise<void> {
  await source.rows(REOPEN, [organizationId, step])
}

// Members' passwords must not change between copy and flip.
const LOCK_PEOPLE = `
  select from users as u where exists (
    select from memberships as m where m.organization_id = $1 and m.user_id in (u.id, u.person_id))
  order by u.id for share`
// The margin is for the commit.
const FLIP = `
  update organization_moves
  set step = 'MOVED', is_away = true, frozen_until = null, quiet_until = null,
    changed_at = clock_timestamp()
  where organization_id = $1 and step = 'FROZEN'
    and frozen_until > clock_timestamp() + interval '500 milliseconds'
  returning 1`
const MARK = `
  update move_marks set mark = gen_random_uuid(), flipped = true where organization_id = $1`

/**
 * The point of no return: one commit in the source, which redirects every caller from then on. The mark is replicated
 * behind all rows and opens the organization in the target. The lock keeps writes out should the freeze expire.
 *
 * @returns false, having changed nothing, if the freeze has expired or nearly so
 */
async function flip(move: Move): Promise<boolean> {
  const { source, organizationId } = move
  return source.transaction(async () => {
    await source.rows(LOCK_WRITES, [organizationId])
    await source.rows(LOCK_PEOPLE, [organizationId])
    await copyAccounts(move)
    const flipped = await source.rows(FLIP, [organizationId])
    if (flipped.length > 0) await source.rows(MARK, [organizationId])
    return flipped.length > 0
  })
}

const POLL_MS = 50

// A mail being sent or a picture being made. The lease of a mail is twice the time it may take.
const BUSY = `
  select exists (
    select from mails where organization_id = $1 and status = 'WAITING' and attempts > 0
      and next_attempt_at between now() and now() + ${2 * MAX_MAIL_MS} * interval '1 millisecond'
  ) or exists (
    select from media_previews where organization_id = $1 and (state = 'PENDING' or mark_state = 'PENDING') and leased_until > now()
  ) as "isBusy"`

// A webhook being sent.
const POSTING = `
  select exists (
    select from webhook_deliveries as delivery
    where delivery.organization_id = $1 and delivery.status in ('PENDING', 'RETRYING')
      and ${HAS_ACTIVE_JOB}
  ) as "isBusy"`

/** Polls until `statement` is false, for at most `limitMs`. */
async function untilFalse(
  { source, organizationId }: Move,
  statement: string,
  limitMs: number,
): Promise<void> {
  const endMs = performance.now() + limitMs
  while (performance.now() < endMs) {
    const found = await source.row<{ isBusy: boolean }>(statement, [organizationId])
    if (!found?.isBusy) return
    await pause(POLL_MS)
  }
}
