import { type RetryPolicy, sendWithRetries } from './retries.ts'

export interface PutSettings {
  send: typeof fetch
  policy: RetryPolicy
  /** Time limit per attempt, excluding the transfer. */
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

// 64 KiB/s; slower connections count as broken.
const SLOWEST_BYTES_PER_MS = 65.536
const PIECE_BYTES = 262_144

/**
 * Puts a file to its upload URL. Idempotent. Errors don't contain the URL.
 *
 * @throws ApiError with the object store's code
 * @throws ConnectionError if there was no response
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

// Object stores refuse bodies of unknown length, so a stream needs a Content-Length header, which fetch accepts in
// Node.js and Bun, but not in Deno, browsers and most workers.
const CAN_COUNT =
  typeof process === 'object' &&
  typeof process.versions?.node === 'string' &&
  !('deno' in process.versions)
