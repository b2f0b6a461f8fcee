import { setTimeout as pause } from 'node:timers/promises'
import { MAX_MAIL_MS } from '@mediajobs/domain'
import { HAS_ACTIVE_JOB } from '@mediajobs/outbox'
import type { Move } from './move.ts'

const POLL_MS = 50

// A mail under way is leased for twice the time that it may take.
const BUSY = `
  select exists (
    select from mails where organization_id = $1 and status = 'WAITING' and attempts > 0
      and next_attempt_at between now() and now() + ${2 * MAX_MAIL_MS} * interval '1 millisecond'
  ) or exists (
    select from media_previews where organization_id = $1 and state = 'PENDING' and leased_until > now()
  ) as "isBusy"`

/** Waits until no mail is being sent and no picture is being made, but for no longer than `limitMs`. */
export async function awaitQuiet(move: Move, limitMs: number): Promise<void> {
  await untilFalse(move, BUSY, limitMs)
}

const POSTING = `
  select exists (
    select from webhook_deliveries as delivery
    where delivery.organization_id = $1 and delivery.status in ('PENDING', 'RETRYING')
      and ${HAS_ACTIVE_JOB}
  ) as "isBusy"`

/** Waits until no webhook is being sent, but for no longer than `limitMs`. */
export async function awaitPosts(move: Move, limitMs: number): Promise<void> {
  await untilFalse(move, POSTING, limitMs)
}

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
