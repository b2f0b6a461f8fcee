import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** From the runner to a test process: the file to run next. */
export interface RunFile {
  /** Path from the repository root. */
  name: string
  timeoutMs: number
  bail: boolean
}

/** From a test process to the runner. */
export type Report =
  /** A part of the file's TAP. */
  | { type: 'tap'; text: string }
  /** The file has set a time limit. */
  | { type: 'limit'; timeoutMs: number }
  /** The file and its teardowns have ended. After a timeout, parts of it may still run. */
  | { type: 'ended'; timedOut: boolean }
  /** Not a message: the process has ended. */
  | { type: 'broken'; reason: string }

export interface FileLimits {
  timeoutMs: number
  /** A process ends a test at its time limit and names it. A stuck process is killed this long after. */
  stuckAfterMs: number
  bail: boolean
}

// Startup takes a few seconds on an idle machine.
const START_LIMIT_MS = 60_000
const MAIN = fileURLToPath(new URL('process-main.ts', import.meta.url))

/** A process that runs test files, one at a time. */
export class TestProcess {
  readonly #child: ChildProcess
  #receive: (report: Report) => void = () => {}
  #isReusable = true

  constructor() {
    // The TAP arrives as messages. The output of a test goes to stderr.
    this.#child = fork(MAIN, { stdio: ['ignore', 2, 'inherit', 'ipc'] })
    this.#child.on('message', (report: Report) => this.#receive(report))
    this.#child.once('exit', (code, signal) => {
      this.#isReusable = false
      this.#receive({ type: 'broken', reason: String(signal ?? `exit code ${code}`) })
    })
  }

  /** Whether it may run another file. */
  get isReusable(): boolean {
    return this.#isReusable
  }

  /** Runs a file, named by its path from the repository root. @returns the file's TAP. */
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
        resolve(reason ? `${tap}\nnot ok - the file's test process ended: ${reason}\n` : tap)
      }
      this.#receive = (report) => {
        // tap's own messages have another form.
        if (report.type === 'tap') tap += report.text
        if (report.type === 'limit') limit(report.timeoutMs)
        if (report.type === 'broken') end(report.reason)
        if (report.type !== 'ended') return
        if (report.timedOut) this.release()
        end()
      }
      // The file's time starts when it reports its limit.
      limit(timeoutMs + START_LIMIT_MS)
      const file: RunFile = { name, timeoutMs, bail }
      this.#child.send(file)
    })
  }

  /** Lets the process exit by itself, so it writes its recorded data. */
  release(): void {
    this.#isReusable = false
    if (this.#child.connected) this.#child.disconnect()
  }

  #kill(): void {
    this.#isReusable = false
    this.#child.kill('SIGKILL')
  }
}
