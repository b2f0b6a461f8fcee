/** A PUT whose bytes do not move for so long is started again. */
const STALL_MS = 45_000
/** The store may take so long for its response when it has all bytes. */
const RESPONSE_MS = 300_000
const LOOK_MS = 1_000

interface Put {
  url: string
  file: File
  contentType: string
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Puts a file into the store. `fetch` knows no progress of an upload. The browser reads the file as it sends it.
 *
 * @returns the status of the response; 0 without one
 */
export function put({ url, file, contentType, onProgress, signal }: Put): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let movedAt = performance.now()
    let limit = STALL_MS
    const stop = () => request.abort()
    const watch = setInterval(() => {
      if (performance.now() - movedAt > limit) stop()
    }, LOOK_MS)
    request.upload.onprogress = ({ loaded }) => {
      movedAt = performance.now()
      onProgress(loaded)
    }
    request.upload.onload = () => {
      movedAt = performance.now()
      limit = RESPONSE_MS
    }
    request.onloadend = () => {
      clearInterval(watch)
      signal.removeEventListener('abort', stop)
      resolve(request.status)
    }
    signal.addEventListener('abort', stop)
    request.open('PUT', url)
    request.setRequestHeader('content-type', contentType)
    request.send(file)
  })
}
