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

/** What came of reading a picture. `crashed`: the process that read it has ended. */
export type PictureOutcome =
  | ({ kind: 'made' } & MadePictures)
  | { kind: 'refused'; reason: string; detail: string }
  | { kind: 'crashed'; detail: string }

/** A picture that is being handed over. */
interface PictureFeed {
  /** Resolves when more can be taken, also after the process has ended. */
  write(chunk: Buffer): Promise<void>
  /** Call it once, after the last byte. */
  outcome(): Promise<PictureOutcome>
}

/** The process that reads pictures, started when it is needed. One picture at a time. */
export interface PictureProcess {
  /** @throws when the process does not start: that is no fault of a picture. */
  begin(sizeBytes: number): Promise<PictureFeed>
  /** Ends the process. The outcome of a picture that it reads is an error. */
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
// What it may do is little, whatever a script in it may try. Native code is not held by these.
const FLAGS = [
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${ROOT}`,
  '--max-old-space-size=64',
  '--disable-warning=SecurityWarning',
]
// glibc does not give back all memory of large pictures: a new process is small again.
const RESTART_RSS_BYTES = 600_000_000

const MAX_COMPLAINT_LENGTH = 2_000

const ENDS = 'the process ends'
const TOO_SLOW = `The picture takes longer than ${MAX_PICTURE_MS / 1_000} s to read.`
const TOO_MUCH_MEMORY = 'The picture takes too much memory to read.'

export function createPictureProcess(): PictureProcess {
  let running: Running | null = null
  let isClosed = false

  async function outcomeOf(current: Running): Promise<PictureOutcome> {
    const answer = await withDeadline(answerOf(current), MAX_PICTURE_MS)
    if (answer && !isLarge(answer.report)) return answer.outcome
    running = null
    current.child.kill('SIGKILL')
    if (answer) return answer.outcome
    if (isClosed) throw new Error(ENDS)
    if (answer === undefined) return { kind: 'refused', reason: TOO_SLOW, detail: 'killed' }
    const code = await current.ended
    if (code !== EXIT_OUT_OF_MEMORY) return { kind: 'crashed', detail: `exit code ${code}` }
    return { kind: 'refused', reason: TOO_MUCH_MEMORY, detail: 'killed' }
  }

  return {
    async begin(sizeBytes) {
      if (isClosed) throw new Error(ENDS)
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
    // No variable of ours: they hold the credentials.
    env: {},
    cwd: '/',
    // Its errors may quote the picture: they do not go into our log.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => {
    complaint = `${complaint}${text}`.slice(-MAX_COMPLAINT_LENGTH)
  })
  // It may end while a picture is written to it: its outcome says so.
  child.stdin.on('error', () => {})
  child.stdout.on('error', () => {})
  const ended = once(child, 'exit').then(
    ([code]) => code as number | null,
    () => null,
  )
  const read = byteReader(child.stdout)
  if (!(await read(READY.length))) {
    throw new Error(`the process that reads pictures does not start: ${complaint}`)
  }
  return { child, read, ended }
}

interface ReadAnswer {
  report: PictureReport
  outcome: PictureOutcome
}

/** `null` when the process has ended before. */
async function answerOf({ read }: Running): Promise<ReadAnswer | null> {
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
