/** A stream that can show progress when it is a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** One line that shows the progress of long work. Each text replaces the one before. */
export interface Progress {
  show(text: string): void
  /** Removes the line. */
  end(): void
}

// Often enough for a reader, and seldom enough to cost nothing.
const EVERY_MS = 100
const FROM_THE_LEFT = '\r'
const CLEAR_TO_THE_RIGHT = '\x1b[K'
const USUAL_COLUMNS = 80

/** Shows progress only on a terminal: in a pipe or a log it has no use. */
export function progressOn(screen: Screen): Progress {
  if (!screen.isTTY) return { show() {}, end() {} }
  let shownAtMs = Number.NEGATIVE_INFINITY
  return {
    show(text) {
      if (performance.now() - shownAtMs < EVERY_MS) return
      shownAtMs = performance.now()
      // A line that wraps could not be removed.
      const line = text.slice(0, (screen.columns ?? USUAL_COLUMNS) - 1)
      screen.write(`${FROM_THE_LEFT}${line}${CLEAR_TO_THE_RIGHT}`)
    },
    end() {
      screen.write(`${FROM_THE_LEFT}${CLEAR_TO_THE_RIGHT}`)
    },
  }
}

/** Runs long work, and shows its progress on stderr. */
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
