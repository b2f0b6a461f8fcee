import type { FaultLog } from '@mediajobs/runtime'
import type { HeldJob } from '../queue/job.ts'
import type { Slots } from '../slots/slots.ts'
import { type Attempt, type AttemptOptions, makeAttempt, unsendableAttempt } from './attempt.ts'
import type { DueJob } from './due-delivery.ts'
import type { Payload, PayloadRef, Payloads } from './payloads.ts'

export interface PostDueOptions {
  payloads: Payloads
  slots: Slots
  attempts: AttemptOptions
  faults: FaultLog
  /** Jobs that waited for this one may start. */
  onRoom(): void
}

const READING = 'reading payloads'

/**
 * Posts a webhook delivery that is due. When its data were not read with it, it waits for room in memory and
 * keeps that room until the POST has ended.
 *
 * @returns null when it cannot be posted now. The job still has its slot.
 */
export async function postDue(
  job: HeldJob,
  { due, data, dataBytes }: DueJob,
  options: PostDueOptions,
): Promise<Attempt | null> {
  const { payloads, attempts } = options
  if (data !== null || dataBytes === null) return makeAttempt(due, data, attempts)
  if (!payloads.canHold(dataBytes)) return unsendableAttempt(due, 'event_too_large')
  const { organizationId, eventId } = due
  const payload = await take({ organizationId, eventId, bytes: dataBytes }, options)
  if (!payload) return null
  try {
    // The lease may have ended during the wait.
    if (job.leaseEndsAtMs <= performance.now()) return null
    return await makeAttempt(due, payload.data, attempts)
  } finally {
    payload.release()
  }
}

// A job that waits for room keeps its slot. Until it has room, no other job of its organization starts:
// those jobs would take slots from other organizations only to wait.
async function take(ref: PayloadRef, options: PostDueOptions): Promise<Payload | undefined> {
  const { payloads, slots, faults, onRoom } = options
  const mustWait = payloads.isFullFor(ref)
  if (mustWait && !slots.pause(ref.organizationId)) return undefined
  try {
    const payload = await payloads.take(ref)
    faults.worked(READING)
    return payload
  } catch (error) {
    faults.failed(READING, error)
    return undefined
  } finally {
    if (mustWait) {
      slots.resume(ref.organizationId)
      onRoom()
    }
  }
}
