import { setTimeout as sleep } from 'node:timers/promises'

/** A process that was started. */
export interface Running {
  pid: number
  /** Resolves to how it ended, for people. */
  ended: Promise<string>
  /** Ends it in good order and waits for that. */
  stop(): Promise<void>
}

export interface Kept {
  /** Of the process that runs now or ran last. */
  pid(): number
  stop(): Promise<void>
}

export interface KeepRunningOptions {
  name: string
  first: Running
  /** Starts the next one; it is tried again when it throws. */
  startAgain(): Promise<Running> | Running
  say(line: string): void
  /** Called when `pid()` gives another one. */
  onChange(): void
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000
// What has run for so long has started well: its next end is not a failure to start.
const SETTLED_MS = 20_000

/** Starts a process again whenever it ends, until it is told to stop; each time it says so. */
export function keepRunning({ name, first, startAgain, say, onChange }: KeepRunningOptions): Kept {
  let current = first
  const stopping = new AbortController()
  const { signal } = stopping

  async function watch(): Promise<void> {
    let delayMs = FIRST_DELAY_MS
    while (true) {
      const startedMs = Date.now()
      const how = await current.ended
      if (signal.aborted) return
      if (Date.now() - startedMs > SETTLED_MS) delayMs = FIRST_DELAY_MS
      say(`${name} has ended (${how}): starting it again in ${delayMs / 1_000} s`)
      await sleep(delayMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
      current = await startNext()
      if (signal.aborted) return current.stop()
      onChange()
    }
  }

  async function startNext(): Promise<Running> {
    try {
      const next = await startAgain()
      if (!signal.aborted) say(`${name} runs again, as process ${next.pid}`)
      return next
    } catch (error) {
      return notStarted(error)
    }
  }

  const watching = watch()
  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
    },
  }
}

/** Something that ended as soon as it was started. */
function notStarted(error: unknown): Running {
  const how = error instanceof Error ? error.message : String(error)
  return { pid: 0, ended: Promise.resolve(how), stop: async () => {} }
}
