import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './database.ts'

/** What is left to do in the background. */
interface Left {
  waiting: number
  failed: number
  previews: number
}

// The longest delays after which a webhook of the last hours comes: 30 s, 2 and 10 minutes, and then a reserve.
const LIMIT_MS = 25 * 60_000
const LOOK_MS = 2_000

const LEFT = `
  select
    (select count(*) from webhook_deliveries where status in ('PENDING', 'RETRYING'))::int as waiting,
    (select count(*) from webhook_deliveries where status in ('FAILED', 'CANCELLED'))::int as failed,
    (select count(*) from media_previews where state = 'PENDING')::int as previews`

/** Waits until each webhook and each picture has its end. Returns how long that took. */
export async function drain(
  database: Database,
  stopped: AbortSignal,
): Promise<{ seconds: number; left: Left }> {
  const startedMs = Date.now()
  for (;;) {
    const left = await database.row<Left & Record<string, number>>(LEFT)
    const ms = Date.now() - startedMs
    if (left.waiting + left.previews === 0 || ms > LIMIT_MS) return { seconds: ms / 1_000, left }
    await pause(LOOK_MS, undefined, { signal: stopped })
  }
}
