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
export interface Backoff {
  /** Zero while everything works. */
  readonly ms: number
  /** After one more failure. */
  readonly nextMs: number
  failed(): void
  worked(): void
}

export function createBackoff(): Backoff {
  let ms = 0
  return {
    get ms() {
      return ms
    },
    get nextMs() {
      return Math.min(Math.max(ms * 2, FIRST_MS), LONGEST_MS)
    },
    failed() {
      ms = this.nextMs
    },
    worked() {
      ms = 0
    },
  }
}
