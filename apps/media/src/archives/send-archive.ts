import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { ObjectStore } from '@mediajobs/object-store'
import type { ArchivedFile } from '@mediajobs/operations/archives'
import parseRange from 'range-parser'
import { type ZipLayout, type ZipSpan, zipSpans } from './zip.ts'

type ArchiveEntry = ArchivedFile & { name: string }

export type ArchiveLayout = ZipLayout<ArchiveEntry>

export interface Sending {
  objectStore: ObjectStore
  /** Called with the size of each chunk. */
  onSent(bytes: number): void
  /** How long a reader may stall. */
  maxUnreadMs: number
}

/** The client closed the connection, or stopped reading. */
export class ClientGone extends Error {}

/** A file couldn't be sent, which ends the archive early. See `cause`. */
export class BrokenFile extends Error {
  readonly mediaId: string

  constructor({ mediaId }: ArchiveEntry, cause: unknown) {
    super('a file in the archive ended early', { cause })
    this.mediaId = mediaId
  }
}

/**
 * Sends the bytes of an archive from `start` to `end`, with backpressure, and ends the response.
 *
 * @throws {ClientGone}
 * @throws {BrokenFile} when a file is missing, has changed size, or ends early. The caller must then close the connection.
 */
export async function sendArchive(
  layout: ArchiveLayout,
  [start, end]: readonly [number, number],
  response: ServerResponse,
  { objectStore, onSent, maxUnreadMs }: Sending,
): Promise<void> {
  const stopWatching = watchReader(response, maxUnreadMs)
  try {
    for (const span of zipSpans(layout, start, end)) {
      if (response.destroyed) throw new ClientGone('the reader has left')
      if ('bytes' in span) {
        response.write(span.bytes)
        onSent(span.bytes.length)
      } else {
        await sendFile(objectStore, span, response, onSent).catch((error) => {
          throw error instanceof ClientGone ? error : new BrokenFile(span.entry, error)
        })
      }
    }
    response.end()
  } finally {
    stopWatching()
  }
}

async function sendFile(
  objectStore: ObjectStore,
  { entry, start, end }: Extract<ZipSpan<ArchiveEntry>, { entry: ArchiveEntry }>,
  response: ServerResponse,
  onSent: (bytes: number) => void,
): Promise<void> {
  const object = await objectStore.read(entry.key, { start, end })
  if (!object) throw new Error('a file is missing from the store')
  const { body, sizeBytes } = object
  try {
    if (sizeBytes !== entry.sizeBytes) throw new Error('the size of a file has changed')
    const sent = await pump(body, response, onSent)
    if (sent !== end - start + 1) throw new Error('the store sent too few bytes')
  } finally {
    body.destroy()
  }
}

// `stream.pipeline` without `end` leaks listeners on the response, a set per file. Async iteration takes twice the
// processor time.
function pump(
  body: Readable,
  response: ServerResponse,
  onSent: (bytes: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let sent = 0
    const onDrain = () => body.resume()
    const onGone = () => finish(new ClientGone('the reader has left'))
    function finish(error?: Error): void {
      response.off('drain', onDrain).off('close', onGone)
      if (error) reject(error)
      else resolve(sent)
    }
    response.on('drain', onDrain).on('close', onGone)
    body
      .on('data', (chunk: Buffer) => {
        sent += chunk.length
        onSent(chunk.length)
        if (!response.write(chunk)) body.pause()
      })
      .once('end', () => finish())
      .once('error', finish)
      .once('close', () => finish(new Error('the store closed the connection')))
  })
}

// Checks per time limit: the cutoff is at most a sixth late.
const CHECKS = 6

/** Closes the connection of a client that reads nothing for `maxUnreadMs`. */
function watchReader(response: ServerResponse, maxUnreadMs: number): () => void {
  let lastBytes = -1
  let sinceMs = performance.now()
  const timer = setInterval(() => {
    const bytes = response.socket?.bytesWritten ?? 0
    if (bytes !== lastBytes) sinceMs = performance.now()
    else if (performance.now() - sinceMs >= maxUnreadMs && response.writableNeedDrain) {
      response.destroy()
    }
    lastBytes = bytes
  }, maxUnreadMs / CHECKS)
  return () => clearInterval(timer)
}

type Requested =
  | { status: 200 | 206; start: number; end: number }
  | { status: 304 }
  | { status: 416 }

interface Headers {
  range?: string | undefined
  'if-range'?: string | undefined
  'if-none-match'?: string | undefined
}

/** Evaluates the preconditions and the range. Several ranges select the whole archive, as RFC 9110, 14.2 allows. */
export function requestedBytes(
  method: string,
  headers: Headers,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): Requested {
  if (hasTag(headers['if-none-match'], etag)) return { status: 304 }
  const whole = { status: 200, start: 0, end: sizeBytes - 1 } as const
  const { range, 'if-range': ifRange } = headers
  // 14.2: ranges apply to GET only. 13.1.5: a range of another version is ignored.
  if (range === undefined || method !== 'GET') return whole
  if (ifRange !== undefined && ifRange.trim() !== etag) return whole
  const ranges = parseRange(sizeBytes, range)
  if (ranges === UNSATISFIABLE) return isBytes(range) ? { status: 416 } : whole
  if (ranges === MALFORMED || ranges.type !== 'bytes') return whole
  const [first, ...others] = ranges
  return first && others.length === 0 ? { status: 206, start: first.start, end: first.end } : whole
}

const UNSATISFIABLE = -1
const MALFORMED = -2

function isBytes(range: string): boolean {
  return /^\s*bytes\s*=/i.test(range)
}

// RFC 9110, 13.1.2: `If-None-Match` uses the weak comparison.
function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
