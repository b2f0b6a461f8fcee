import { type RetryPolicy, sendWithRetries } from './retries.ts'

export interface PutSettings {
  send: typeof fetch
  policy: RetryPolicy
  /** The time limit of one try, without the time for the bytes. */
  timeoutMs: number
}

export interface Put {
  uploadUrl: string
  filename: string
  contentType: string
  data: Blob
  signal?: AbortSignal
  onSent(sentBytes: number): void
}

// 64 KiB a second: a slower connection counts as broken.
const SLOWEST_BYTES_PER_MS = 65.536
const PIECE_BYTES = 262_144

/**
 * Puts one file to its upload address. To repeat it does no harm. The errors do not contain the address.
 *
 * @throws ApiError with the object store's own code when it refuses
 * @throws ConnectionError when there was no response
 */
export async function putFile(settings: PutSettings, put: Put): Promise<void> {
  const { uploadUrl, filename, contentType, data, signal, onSent } = put
  await sendWithRetries(
    {
      name: `PUT ${filename}`,
      send: (within) =>
        settings.send(uploadUrl, {
          method: 'PUT',
          redirect: 'manual',
          signal: within,
          ...contentOf(data, contentType, onSent),
        }),
      isRepeatable: true,
      timeoutMs: settings.timeoutMs + data.size / SLOWEST_BYTES_PER_MS,
      signal,
    },
    settings.policy,
  )
  onSent(data.size)
}

function contentOf(data: Blob, contentType: string, onSent: Put['onSent']): RequestInit {
  const headers = { 'content-type': contentType }
  if (!CAN_COUNT) return { headers, body: data }
  const length = { 'content-length': `${data.size}` }
  return { headers: { ...headers, ...length }, body: counted(data, onSent), duplex: 'half' }
}

function counted(data: Blob, onSent: Put['onSent']): ReadableStream<Uint8Array> {
  let sentBytes = 0
  return new ReadableStream({
    async pull(controller) {
      const piece = await data.slice(sentBytes, sentBytes + PIECE_BYTES).arrayBuffer()
      sentBytes += piece.byteLength
      controller.enqueue(new Uint8Array(piece))
      onSent(sentBytes)
      if (sentBytes >= data.size) controller.close()
    },
  })
}

// Object stores refuse a body of unknown length. A stream has a known length only where fetch accepts a
// Content-Length header: Node.js and Bun do, Deno does not, browsers and most workers must not.
const CAN_COUNT =
  typeof process === 'object' &&
  typeof process.versions?.node === 'string' &&
  !('deno' in process.versions)
