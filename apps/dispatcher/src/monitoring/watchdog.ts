/** Tells whether what should run again and again still does. */
export interface Watchdog {
  /** `loop` has come round. */
  beat(loop: string): void
  /** The loops that have begun and not come round for too long. */
  stalled(): string[]
  /** They end, and are not missed. */
  end(): void
}

// Heartbeats are the slowest: every 3 s two statements, of which each may wait 3 s for a connection
// and 9 s for an answer. A loop that fails for as long as the database is away does come round.
const LIMIT_MS = 45_000

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
