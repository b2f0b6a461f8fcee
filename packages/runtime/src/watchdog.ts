/** Finds loops of this process that have stopped. */
export interface Watchdog {
  /** Call this when `loop` begins a turn. */
  beat(loop: string): void
  /** The loops whose last turn began too long ago. */
  stalled(): string[]
  /** Call this before the loops end: they then do not count as stalled. */
  end(): void
}

// The slowest loop is the heartbeat: two statements every 3 s. Each may wait 3 s for a connection and 9 s for
// its result. While the database is away, each turn of a loop fails, but the loop runs.
const LIMIT_MS = 45_000

/** @param limitMs how long a turn of a loop may take */
export function createWatchdog(limitMs = LIMIT_MS): Watchdog {
  const beats = new Map<string, number>()
  return {
    beat(loop) {
      beats.set(loop, performance.now())
    },
    stalled() {
      const sinceMs = performance.now() - limitMs
      return [...beats].flatMap(([loop, atMs]) => (atMs < sinceMs ? [loop] : []))
    },
    end() {
      beats.clear()
    },
  }
}
