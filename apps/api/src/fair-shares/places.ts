/** A fixed number of places. Waiting callers get a free place in the order in which they came. */
export class Places {
  #free: number
  readonly #size: number
  /** In order; each is called when it has its place. */
  readonly #waiting = new Set<() => void>()

  constructor(size: number) {
    this.#size = size
    this.#free = size
  }

  get isIdle(): boolean {
    return this.#free === this.#size
  }

  /** Takes a place if one is free. */
  take(): boolean {
    if (this.#free === 0) return false
    this.#free -= 1
    return true
  }

  /** Calls `begin` when it gets a place. @returns a function that stops the wait */
  wait(begin: () => void): () => void {
    this.#waiting.add(begin)
    return () => void this.#waiting.delete(begin)
  }

  giveBack(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
