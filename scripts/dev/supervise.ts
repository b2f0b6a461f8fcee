import { setTimeout as sleep } from 'node:timers/promises'

export interface Running {
  pid: number
  /** Resolves to how it ended, for people. */
  ended: Promise<string>
  /** Stops it gracefully, and kills it after `limitMs`. */
  stop(limitMs?: number): Promise<void>
}

export type Kept = ReturnType<typeof keepRunning>

interface KeepRunningOptions {
  name: string
  first: Running
  /** Starts the next process. Retried if it throws. */
  startAgain(): Promise<Running> | Running
  say(line: string): void
  /** Called when `pid()` has changed. */
  onChange(): void
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000
// After this long, an exit no longer counts as a failed start.
const SETTLED_MS = 20_000
// Short, because a person is waiting. A killed dispatcher loses no job: another takes over.
const RESTART_STOP_MS = 500

/** Restarts a process whenever it exits, until `stop` is called. Prints each start. */
export function keepRunning({ name, first, startAgain, say, onChange }: KeepRunningOptions) {
  let current = first
  let restarting = new AbortController()
  const stopping = new AbortController()

  async function watch(): Promise<void> {
    let delayMs = FIRST_DELAY_MS
    while (true) {
      const startedMs = Date.now()
      const how = await current.ended
      if (Date.now() - startedMs > SETTLED_MS) delayMs = FIRST_DELAY_MS
      const isRestart = await pause(how, delayMs)
      if (stopping.signal.aborted) return
      delayMs = isRestart ? FIRST_DELAY_MS : Math.min(delayMs * 2, LONGEST_DELAY_MS)
      current = await startNext()
      if (stopping.signal.aborted) return current.stop()
      onChange()
    }
  }

  /** Waits before the next start, unless a restart was requested. @returns whether it was. */
  async function pause(how: string, delayMs: number): Promise<boolean> {
    const { signal } = restarting
    if (!signal.aborted && !stopping.signal.aborted) {
      say(`${name} has exited (${how}): restarting in ${delayMs / 1_000} s`)
      const interrupted = AbortSignal.any([signal, stopping.signal])
      await sleep(delayMs, undefined, { signal: interrupted }).catch(() => {})
    }
    restarting = new AbortController()
    return signal.aborted
  }

  async function startNext(): Promise<Running> {
    try {
      const next = await startAgain()
      if (!stopping.signal.aborted) say(`${name} is running again, as process ${next.pid}`)
      return next
    } catch (error) {
      return notStarted(error)
    }
  }

  const watching = watch()
  return {
    /** The id of the current or last process. */
    pid: () => current.pid,
    /** Restarts it immediately and prints `why`. */
    restart(why: string): void {
      if (stopping.signal.aborted) return
      say(`${name}: ${why}, restarting`)
      restarting.abort()
      void current.stop(RESTART_STOP_MS)
    },
    async stop(): Promise<void> {
      stopping.abort()
      await current.stop()
      await watching
    },
  }
}

/** Represents a failed start as an ended process. */
function notStarted(error: unknown): Running {
  const how = error instanceof Error ? error.message : String(error)
  return { pid: 0, ended: Promise.resolve(how), stop: async () => {} }
}
