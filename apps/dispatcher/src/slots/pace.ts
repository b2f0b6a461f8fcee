// Moments are taken slightly ahead, so a fast rate needs few statements.
const LEAD_MS = 250
// A moment expires after this: a later start could fall into the next second and exceed its rate.
const TOO_LATE_MS = 100
const RETRY_MS = 500

/** The most moments that can be taken at a time. */
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

  /** Uses up a moment that has come. False if there is none. */
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

  /** How many moments to take for `waiting` jobs. Unless it's 0, call `give` or `fail` next. */
  ask(waiting: number, nowMs: number): number {
    if (this.#isAsking || nowMs < this.#askAtMs) return 0
    this.#forgetLate(nowMs)
    const wanted = Math.min(waiting, momentsAtOnce(this.perSecond)) - this.#moments.length
    if (wanted <= 0) return 0
    this.#isAsking = true
    return wanted
  }

  /** @param nextAtMs the first free moment */
  give(moments: readonly number[], nextAtMs: number): void {
    this.#isAsking = false
    this.#moments = [...this.#moments, ...moments]
    this.#askAtMs = nextAtMs - LEAD_MS / 2
  }

  fail(nowMs: number): void {
    this.#isAsking = false
    this.#askAtMs = nowMs + RETRY_MS
  }

  /** When the next moment comes, or more can be taken. Infinite if never. */
  nextMs(nowMs: number): number {
    const times = this.#isAsking ? this.#moments : [...this.#moments, this.#askAtMs]
    return Math.min(...times.filter((time) => time > nowMs))
  }

  #forgetLate(nowMs: number): void {
    if ((this.#moments[0] ?? nowMs) >= nowMs - TOO_LATE_MS) return
    this.#moments = this.#moments.filter((moment) => moment >= nowMs - TOO_LATE_MS)
  }
}
