// Moments are taken a little ahead, so that a fast rate needs few statements.
const LEAD_MS = 250
// A moment is not used later than this. A later start could fall into the next second, beside those of that second,
// and the rate would be exceeded.
const TOO_LATE_MS = 100
const RETRY_MS = 500

/** The most moments that can be taken at once. */
function momentsAtOnce(perSecond: number): number {
  return 1 + Math.floor((LEAD_MS / 1_000) * perSecond)
}

/**
 * The moments at which webhooks of a subscription with `maxPerSecond` may start. All dispatchers take them from the
 * database (`delivery/moments.ts`), so each moment belongs to one dispatcher. Times are on the monotonic clock.
 */
export class Pace {
  perSecond: number
  #moments: readonly number[] = []
  #isAsking = false
  #askAtMs = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** Uses a moment that has come. False when there is none. */
  use(nowMs: number): boolean {
    this.#forgetLate(nowMs)
    const [first, ...later] = this.#moments
    if (first === undefined || first > nowMs) return false
    this.#moments = later
    return true
  }

  /** Whether {@link use} would be true. */
  isOpen(nowMs: number): boolean {
    this.#forgetLate(nowMs)
    const [first] = this.#moments
    return first !== undefined && first <= nowMs
  }

  /** How many moments to take now for `waiting` jobs. When it is not 0, `give` or `fail` must follow. */
  ask(waiting: number, nowMs: number): number {
    if (this.#isAsking || nowMs < this.#askAtMs) return 0
    this.#forgetLate(nowMs)
    const wanted = Math.min(waiting, momentsAtOnce(this.perSecond)) - this.#moments.length
    if (wanted <= 0) return 0
    this.#isAsking = true
    return wanted
  }

  /** @param nextAtMs the first moment that is not taken */
  give(moments: readonly number[], nextAtMs: number): void {
    this.#isAsking = false
    this.#moments = [...this.#moments, ...moments]
    this.#askAtMs = nextAtMs - LEAD_MS / 2
  }

  fail(nowMs: number): void {
    this.#isAsking = false
    this.#askAtMs = nowMs + RETRY_MS
  }

  /** When a moment comes or moments can be taken, after now. Infinite when nothing is to come. */
  nextMs(nowMs: number): number {
    const times = this.#isAsking ? this.#moments : [...this.#moments, this.#askAtMs]
    return Math.min(...times.filter((time) => time > nowMs))
  }

  #forgetLate(nowMs: number): void {
    if ((this.#moments[0] ?? nowMs) >= nowMs - TOO_LATE_MS) return
    this.#moments = this.#moments.filter((moment) => moment >= nowMs - TOO_LATE_MS)
  }
}
