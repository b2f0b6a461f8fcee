import { setTimeout as pause } from 'node:timers/promises'
import { bookingOf } from './booking.ts'
import type { Organization } from './population.ts'
import { sessionHeaders } from './reads.ts'
import type { World } from './world.ts'

const CALLERS = 12
// The caller and the service share two processors: without a pause the flood would take one to be made.
const PAUSE_MS = 40
const BOOKED_SHARE = 0.05

/**
 * One organization calls as often as it can for `forMs`, with all its credentials, and never waits for the time that a
 * 429 names. What it books is noted like any other booking.
 */
export async function flood(
  { caller, books }: World,
  from: Organization,
  forMs: number,
): Promise<void> {
  const endMs = Date.now() + forMs
  const people = [from.owner, from.technician, from.editor]
  const run = async (n: number) => {
    const headers = sessionHeaders(people[n % people.length] as typeof from.owner)
    while (Date.now() < endMs) {
      if (Math.random() < BOOKED_SHARE) {
        const booking = bookingOf(from, 'flood booking')
        const first = await caller.try(booking, true)
        // Without a response that decides, it is made again with its idempotency key.
        const { status, body } = isDecided(first) ? first : ((await caller.call(booking)) ?? first)
        if (status === 201) {
          books.bookings += 1
          books.created((body as { id: string }).id, from.id)
        }
      } else {
        const path = '/projects?limit=100&q=harbour'
        await caller.try({ kind: 'flood list', method: 'GET', path, headers, from }, true)
      }
      await pause(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => run(n)))
}

/** Whether a response says what was done: the booking was made, or a limit refused it. */
function isDecided({ status }: { status: number }): boolean {
  return status === 201 || status === 429
}
