import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { ObjectStore } from '@mediajobs/object-store'
import type { ArchiveEntry, ArchiveLayout } from './archive-layouts.ts'
import { type ZipSpan, zipSpans } from './zip-layout.ts'

export interface Sending {
  objectStore: ObjectStore
  /** Called with the length of each piece that is handed to the connection. */
  onSent(bytes: number): void
  /** For how long a reader may take nothing. Milliseconds. */
  maxUnreadMs: number
}

/** The client closed the connection, or it was closed because the client reads nothing. */
export class ClientGone extends Error {}

/**
 * Sends the bytes of an archive from `start` to `end`, and ends the response. Chunks go from the store to the
 * connection only as fast as the client reads them.
 *
 * @throws {ClientGone}
 * @throws when a file is missing or has another size, or the store ends a file too early. The caller must
 * then close the connection.
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
        await sendFile(objectStore, span, response, onSent)
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
  if (!object) throw new Error('a file is missing in the store')
  const { body, sizeBytes } = object
  try {
    if (sizeBytes !== entry.sizeBytes) throw new Error('a file has another size than before')
    const sent = await pump(body, response, onSent)
    if (sent !== end - start + 1) throw new Error('the store sent too few bytes')
  } finally {
    body.destroy()
  }
}

// `stream.pipeline` leaves listeners on a response that it must not end: with a thousand files, a thousand
// listeners. Async iteration takes twice the processor time.
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

// Checks in the time: a client is cut off at most a sixth of the time too late.
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
