/** From the runner to a test process: the file to run next. */
export interface RunFile {
  /** Its path from the root of the repository. */
  name: string
  timeoutMs: number
  bail: boolean
}

/** From a test process to the runner. */
export type Report =
  /** A part of the file's TAP. */
  | { type: 'tap'; text: string }
  /** The file has set its own time limit. */
  | { type: 'limit'; timeoutMs: number }
  /** The file and its teardowns have ended. After a timeout, parts of it may still run. */
  | { type: 'ended'; timedOut: boolean }
  /** Not a message: the process has ended. */
  | { type: 'broken'; reason: string }
