import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { MAX_PICTURE_MS } from '@mediajobs/domain'
import { withDeadline } from '@mediajobs/runtime'
import type { MadePictures } from './make-pictures.ts'
import {
  byteReader,
  EXIT_OUT_OF_MEMORY,
  LENGTH_BYTES,
  lengthPrefix,
  type PictureReport,
  READY,
} from './picture-messages.ts'

/** The result of reading a picture. `crashed`: the process that read it has ended. */
export type PictureOutcome =
  | ({ kind: 'made' } & MadePictures)
  | { kind: 'refused'; reason: string; detail: string }
  | { kind: 'crashed'; detail: string }

/** A picture that is being sent to the process. */
interface PictureFeed {
  /** Resolves when more can be written, and also when the process has ended. */
  write(chunk: Buffer): Promise<void>
  /** Call it once, after the last byte. */
  outcome(): Promise<PictureOutcome>
}

/** The process that reads pictures, started when it is needed. One picture at a time. */
export interface PictureProcess {
  /** @throws when the process does not start, which no picture can cause. */
  begin(sizeBytes: number): Promise<PictureFeed>
  /** Ends the process. The `outcome` of a picture that it is reading rejects. */
  close(): void
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>
interface Running {
  child: Child
  read: ReturnType<typeof byteReader>
  ended: Promise<number | null>
}

const MAIN = fileURLToPath(new URL('./picture-main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
// The permissions restrict the JavaScript of the process. They don't restrict native code.
const FLAGS = [
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${ROOT}`,
  '--max-old-space-size=64',
  '--disable-warning=SecurityWarning',
]
// glibc keeps some of the memory of large pictures, so a process larger than this is replaced.
const RESTART_RSS_BYTES = 600_000_000

const MAX_STDERR_LENGTH = 2_000

const CLOSED = 'the media process is about to end'
const TOO_SLOW = `The picture takes longer than ${MAX_PICTURE_MS / 1_000} s to read.`
const TOO_MUCH_MEMORY = 'The picture takes too much memory to read.'

export function createPictureProcess(): PictureProcess {
  let running: Running | null = null
  let isClosed = false

  async function outcomeOf(current: Running): Promise<PictureOutcome> {
    const result = await withDeadline(resultOf(current), MAX_PICTURE_MS)
    if (result && !isLarge(result.report)) return result.outcome
    running = null
    current.child.kill('SIGKILL')
    if (result) return result.outcome
    if (isClosed) throw new Error(CLOSED)
    if (result === undefined) return { kind: 'refused', reason: TOO_SLOW, detail: 'killed' }
    const code = await current.ended
    if (code !== EXIT_OUT_OF_MEMORY) return { kind: 'crashed', detail: `exit code ${code}` }
    return { kind: 'refused', reason: TOO_MUCH_MEMORY, detail: 'killed' }
  }

  return {
    async begin(sizeBytes) {
      if (isClosed) throw new Error(CLOSED)
      if (!running || running.child.exitCode !== null || running.child.signalCode !== null) {
        running = await start()
      }
      const current = running
      const { stdin } = current.child
      stdin.write(lengthPrefix(sizeBytes))
      return {
        async write(chunk) {
          if (stdin.writable && !stdin.write(chunk)) {
            await Promise.race([once(stdin, 'drain'), current.ended]).catch(() => {})
          }
        },
        outcome: () => outcomeOf(current),
      }
    },
    close() {
      isClosed = true
      running?.child.kill('SIGKILL')
    },
  }
}

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [...FLAGS, MAIN], {
    // Our variables contain the credentials, so the process gets none.
    env: {},
    cwd: '/',
    // Its error output may quote the picture, so it does not go into our log.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (text: Buffer) => {
    errorOutput = `${errorOutput}${text}`.slice(-MAX_STDERR_LENGTH)
  })
  // The process may end while a picture is written to it. `outcome` reports that.
  child.stdin.on('error', () => {})
  child.stdout.on('error', () => {})
  const ended = once(child, 'exit').then(
    ([code]) => code as number | null,
    () => null,
  )
  const read = byteReader(child.stdout)
  if (!(await read(READY.length))) {
    throw new Error(`the process that reads pictures does not start: ${errorOutput}`)
  }
  return { child, read, ended }
}

interface ReadResult {
  report: PictureReport
  outcome: PictureOutcome
}

/** `null` when the process ended before its report was complete. */
async function resultOf({ read }: Running): Promise<ReadResult | null> {
  try {
    const prefix = await read(LENGTH_BYTES)
    const json = prefix && (await read(prefix.readUInt32BE()))
    if (!json) return null
    const report: PictureReport = JSON.parse(json.toString())
    if ('refused' in report) {
      const { refused: reason, detail } = report
      return { report, outcome: { kind: 'refused', reason, detail } }
    }
    const { width, height, colour } = report
    const pictures = []
    for (const { name, sizeBytes } of report.pictures) {
      const bytes = await read(sizeBytes)
      if (!bytes) return null
      pictures.push({ name, bytes })
    }
    return { report, outcome: { kind: 'made', width, height, colour, pictures } }
  } catch {
    return null
  }
}

function isLarge({ rssBytes }: PictureReport): boolean {
  return rssBytes > RESTART_RSS_BYTES
}
