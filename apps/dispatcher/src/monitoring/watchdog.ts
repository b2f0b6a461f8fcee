/** Finds the loops of this process that should run again and again and do not. */
export interface Watchdog {
  /** `loop` has begun another turn. */
  beat(loop: string): void
  /** The loops that have begun, and have begun no other turn for too long. */
  stalled(): string[]
  /** The loops end now, and no longer count as stalled. */
  end(): void
}

// Heartbeats are the slowest loop: two statements every 3 s. Each may wait 3 s for a connection and
// 9 s for its result. While the database is away, each turn of a loop fails, but the loop runs.
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
