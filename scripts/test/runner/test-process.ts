import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Report, RunFile } from './messages.ts'

export interface FileLimits {
  timeoutMs: number
  /** The process itself ends a test at its limit and says which; one that is stuck is killed so much later. */
  stuckAfterMs: number
  bail: boolean
}

// Seconds on a quiet machine.
const START_LIMIT_MS = 60_000
const MAIN = fileURLToPath(new URL('process-main.ts', import.meta.url))

/** A process that runs test files, one at a time. */
export class TestProcess {
  readonly #child: ChildProcess
  #receive: (report: Report) => void = () => {}
  #isReusable = true

  constructor() {
    // The TAP comes as messages; what a test prints goes to the screen beside it.
    this.#child = fork(MAIN, { stdio: ['ignore', 2, 'inherit', 'ipc'] })
    this.#child.on('message', (report: Report) => this.#receive(report))
    this.#child.once('exit', (code, signal) => {
      this.#isReusable = false
      this.#receive({ type: 'broken', reason: String(signal ?? `exit code ${code}`) })
    })
  }

  /** Whether it may run a next file. */
  get isReusable(): boolean {
    return this.#isReusable
  }

  /** Runs a file, named by its path from the root of the repository; the file's TAP. */
  run(name: string, { timeoutMs, stuckAfterMs, bail }: FileLimits): Promise<string> {
    return new Promise((resolve) => {
      let tap = ''
      let timer: NodeJS.Timeout | undefined
      const limit = (limitMs: number) => {
        clearTimeout(timer)
        if (limitMs > 0) timer = setTimeout(() => this.#kill(), limitMs + stuckAfterMs)
      }
      const end = (reason?: string) => {
        clearTimeout(timer)
        this.#receive = () => {}
        resolve(reason ? `${tap}\nnot ok - the process of the file ended: ${reason}\n` : tap)
      }
      this.#receive = (report) => {
        // tap itself sends messages of another form.
        if (report.type === 'tap') tap += report.text
        if (report.type === 'limit') limit(report.timeoutMs)
        if (report.type === 'broken') end(report.reason)
        if (report.type !== 'ended') return
        if (report.timedOut) this.release()
        end()
      }
      // The file's own time begins when it reports its limit.
      limit(timeoutMs + START_LIMIT_MS)
      const file: RunFile = { name, timeoutMs, bail }
      this.#child.send(file)
    })
  }

  /** Lets it end by itself: it writes what it has recorded. */
  release(): void {
    this.#isReusable = false
    if (this.#child.connected) this.#child.disconnect()
  }

  #kill(): void {
    this.#isReusable = false
    this.#child.kill('SIGKILL')
  }
}
