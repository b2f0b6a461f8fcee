import { setTimeout as wait } from 'node:timers/promises'
import type { Staff, StaffCall } from './staff.ts'

const MAX_TRIES = 4
/** Seconds. Only the window of a session is so short: no other limit is waited for. */
const MAX_WAIT = 1

/**
 * A session has 50 calls a second, and a page makes about 14 of them: a person who opens several pages at once waits a
 * second, and gets all of them.
 */
export function patient(staff: Staff): Staff {
  return { ...staff, call }

  async function call<Body>(each: StaffCall) {
    for (let tries = 1; ; tries++) {
      const response = await staff.call<Body>(each)
      const seconds = Number(response.headers['retry-after'])
      const mayWait = each.method === 'GET' && response.status === 429 && seconds <= MAX_WAIT
      if (!mayWait || tries === MAX_TRIES) return response
      await wait(seconds * 1_000)
    }
  }
}
