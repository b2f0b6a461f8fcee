/** Where progress can be shown: a stream, which may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A line that tells how far long work is, in place of what it told before. */
export interface Progress {
  show(text: string): void
  /** Takes the line away. */
  end(): void
}

// Faster than anybody reads, and nothing beside the work itself.
const EVERY_MS = 100
const FROM_THE_LEFT = '\r'
const CLEAR_TO_THE_RIGHT = '\x1b[K'
const USUAL_COLUMNS = 80

/** Shown on a terminal alone: what is piped or kept in a log has no use for it. */
export function progressOn(screen: Screen): Progress {
  if (!screen.isTTY) return { show() {}, end() {} }
  let shownAtMs = Number.NEGATIVE_INFINITY
  return {
    show(text) {
      if (performance.now() - shownAtMs < EVERY_MS) return
      shownAtMs = performance.now()
      // A line that wraps could not be taken away again.
      const line = text.slice(0, (screen.columns ?? USUAL_COLUMNS) - 1)
      screen.write(`${FROM_THE_LEFT}${line}${CLEAR_TO_THE_RIGHT}`)
    },
    end() {
      screen.write(`${FROM_THE_LEFT}${CLEAR_TO_THE_RIGHT}`)
    },
  }
}

/** Runs long work that shows on stderr how far it is. */
export async function withProgress<Result>(
  work: (show: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  const progress = progressOn(process.stderr)
  try {
    return await work(progress.show)
  } finally {
    progress.end()
  }
}
