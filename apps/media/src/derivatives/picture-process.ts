import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { MAX_PICTURE_MS } from '@mediajobs/domain'
import { withDeadline } from '@mediajobs/runtime'
import type { MadePictures } from './picture-main.ts'
import {
  byteReader,
  EXIT_OUT_OF_MEMORY,
  isOfFormat,
  JOB_ID_BYTES,
  LENGTH_BYTES,
  lengthPrefix,
  type MadeFor,
  namesOf,
  type PictureUse,
  parseReport,
  READY,
  REFUSALS,
  REPORT_BYTES,
  type Refusal,
} from './picture-messages.ts'

/** The result of reading a picture. `crashed`: its process died, or wrote garbage. */
export type PictureOutcome<Use extends PictureUse = 'photo'> =
  | ({ kind: 'made' } & MadePictures<MadeFor<Use>>)
  | { kind: 'refused'; reason: string; detail: string }
  | { kind: 'crashed'; detail: string }

export interface PictureFeed<Use extends PictureUse = 'photo'> {
  /** Resolves when more can be written, or the process has ended. */
  write(chunk: Buffer): Promise<void>
  /**
   * Call once, after the last byte.
   *
   * @throws if the process doesn't start, which no picture can cause, or the job was aborted
   */
  outcome(): Promise<PictureOutcome<Use>>
  /** Kills the process and waits for its exit. Always call it. */
  end(): Promise<void>
}

const MAIN = fileURLToPath(new URL('./picture-main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
// The permissions restrict the JavaScript of the process, not native code.
const FLAGS = [
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${ROOT}`,
  '--max-old-space-size=64',
  '--disable-warning=SecurityWarning',
]

interface PictureOptions<Use extends PictureUse> {
  /** Default: `photo`. */
  use?: Use
  /** The program and its arguments. Default: {@link MAIN}. */
  reader?: readonly string[]
  /** Default: {@link MAX_PICTURE_MS}. */
  limitMs?: number
}

const MAX_STDERR_LENGTH = 2_000

/**
 * Starts the process that reads one picture. Each picture has its own, so none can affect the next. Starting takes 0.2 s of
 * processor time; 24 MP take 0.55 s (2026-11-23).
 *
 * @param signal kills the process
 */
export function startPicture<Use extends PictureUse = 'photo'>(
  sizeBytes: number,
  signal: AbortSignal,
  { use, reader = [MAIN, use ?? 'photo'], limitMs = MAX_PICTURE_MS }: PictureOptions<Use> = {},
): PictureFeed<Use> {
  const jobId = randomBytes(JOB_ID_BYTES)
  const { child, ended, startFault } = startReader(reader, signal)
  const { stdin } = child
  let leftMs = limitMs

  // One time limit for the job. Only waits for the process count, so a slow store doesn't use it up.
  async function within(work: Promise<unknown>): Promise<void> {
    const sinceMs = performance.now()
    const isInTime = await withDeadline(
      work.then(() => true),
      leftMs,
    )
    // A timer may fire a fraction of a millisecond early: by the clock, some time would be left and nothing would be
    // killed.
    leftMs = isInTime ? leftMs - (performance.now() - sinceMs) : 0
    if (leftMs <= 0) kill()
  }

  function kill(): void {
    child.kill('SIGKILL')
    // In case a child process holds the other end.
    child.stdout.destroy()
  }

  // Read from the start: when the process ends, Node.js discards unread output.
  const reading = resultOf(child.stdout, jobId, use ?? ('photo' as Use))
  stdin.write(Buffer.concat([jobId, lengthPrefix(sizeBytes)]))
  return {
    async write(chunk) {
      if (leftMs <= 0 || !stdin.writable || stdin.write(chunk)) return
      await within(Promise.race([once(stdin, 'drain'), ended])).catch(() => {})
    },
    async outcome() {
      await within(reading)
      const result = await reading
      signal.throwIfAborted()
      if (typeof result !== 'string') return result
      if (leftMs <= 0) return refused('tooSlow', 'killed')
      if (result === 'notStarted') throw new Error(startFault())
      // A process may close its output and keep running.
      await within(ended)
      const code = await ended
      if (leftMs <= 0) return refused('tooSlow', 'killed')
      return code === EXIT_OUT_OF_MEMORY
        ? refused('tooMuchMemory', 'killed')
        : { kind: 'crashed', detail: `exit code ${code}` }
    },
    async end() {
      kill()
      await ended
    },
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

function startReader(reader: readonly string[], signal: AbortSignal) {
  const child: Child = spawn(process.execPath, [...FLAGS, ...reader], {
    // Our variables contain credentials.
    env: {},
    cwd: '/',
    // Its error output may quote the picture, so it isn't inherited.
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let errorOutput = ''
  child.stderr.on('data', (text: Buffer) => {
    errorOutput += text
    if (errorOutput.length > MAX_STDERR_LENGTH) child.stderr.destroy()
  })
  // If the process dies, `outcome` reports it.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('exit', resolve)
  child.on('error', (error) => {
    errorOutput ||= error.message
    // A process that never started doesn't exit.
    if (child.pid === undefined) resolve(null)
  })
  const startFault = () => `the process that reads pictures does not start: ${errorOutput}`
  return { child, ended, startFault }
}

/** `notStarted`, `ended`: the process exited before it was ready, or before its report was complete. */
async function resultOf<Use extends PictureUse>(
  stdout: Readable,
  jobId: Buffer,
  use: Use,
): Promise<PictureOutcome<Use> | 'notStarted' | 'ended'> {
  const read = byteReader(stdout)
  const orNull = (length: number) => read(length).catch(() => null)
  if (!(await orNull(READY.length))?.equals(READY)) return 'notStarted'
  const head = await orNull(JOB_ID_BYTES + LENGTH_BYTES)
  if (!head) return 'ended'
  const length = head.readUInt32BE(JOB_ID_BYTES)
  if (!head.subarray(0, JOB_ID_BYTES).equals(jobId)) return invalid('another job')
  if (length > REPORT_BYTES) return invalid('a report that is too long')
  const json = await orNull(length)
  if (!json) return 'ended'
  const report = parseReport(json, use)
  if (!report) return invalid('no valid report')
  if ('refused' in report) return refused(report.refused, report.detail)
  const { sizes, ...picture } = report
  const pictures = []
  for (const [n, name] of namesOf(use).entries()) {
    const bytes = await orNull(sizes[n] ?? 0)
    if (!bytes) return 'ended'
    if (!isOfFormat(name, bytes)) return invalid(`another format for ${name}`)
    pictures.push({ name, bytes })
  }
  return { kind: 'made', ...picture, pictures }
}

function refused(refusal: Refusal, detail: string) {
  return { kind: 'refused' as const, reason: REFUSALS[refusal], detail }
}

function invalid(what: string) {
  return { kind: 'crashed' as const, detail: `it wrote ${what}` }
}
