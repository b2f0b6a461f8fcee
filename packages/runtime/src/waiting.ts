/** The value of `promise`, or undefined after `limitMs`. Doesn't cancel the work. */
export async function withDeadline<Value>(
  promise: Promise<Value> | undefined,
  limitMs: number,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
  }
}

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Exponential backoff of a loop, from 1 s to 60 s. */
export function createBackoff() {
  return {
    /** Zero while everything works. */
    ms: 0,
    /** After one more failure. */
    get nextMs(): number {
      return Math.min(Math.max(this.ms * 2, FIRST_MS), LONGEST_MS)
    },
    failed(): void {
      this.ms = this.nextMs
    },
    worked(): void {
      this.ms = 0
    },
  }
}

// All of a process's periodic work wakes it at the same moments, so an idle process sleeps longer. Less than the second
// in which a webhook must start when the listening connection fails (F4).
const SHARED_WAKE_MS = 800

/** Milliseconds until the first shared wake after `waitMs`: at most 0.8 s more. */
export function untilSharedWake(waitMs = 0): number {
  const now = performance.now()
  // A timer may fire a millisecond early.
  return (Math.floor((now + waitMs) / SHARED_WAKE_MS) + 1) * SHARED_WAKE_MS - now + 1
}
