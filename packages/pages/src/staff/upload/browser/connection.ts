import { messageOf } from '../../../for-people.ts'
import { type Called, call } from '../../browser/call.ts'
import { TEXTS } from '../texts.ts'

const LONGEST_WAIT_SECONDS = 30
/** Consecutive failures while online before a file fails. */
const MAX_FAILURES = 5

/** Waits for the network, backing off after failures. */
export class Connection {
  #failures = 0
  #until = 0

  constructor() {
    addEventListener('online', () => this.worked())
  }

  /** Resolves when a call may be made. Also retries periodically: some systems never report being online. */
  async ready(): Promise<void> {
    const left = navigator.onLine ? this.#until - performance.now() : LONGEST_WAIT_SECONDS * 1_000
    if (left <= 0) return
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, left)
    })
  }

  /** @param seconds from `Retry-After` */
  failed(seconds?: number): void {
    // Concurrent failures count once.
    if (performance.now() < this.#until) return
    const wait = seconds ?? Math.min(2 ** this.#failures, LONGEST_WAIT_SECONDS)
    this.#failures += 1
    this.#until = performance.now() + wait * 1_000
  }

  worked(): void {
    this.#failures = 0
    this.#until = 0
  }
}

/** A permanent refusal. The message is for the person. */
export class Refused extends Error {
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

/**
 * Calls the API. Waits for a connection, honors `Retry-After`, and retries faults.
 *
 * @throws {Refused}
 */
export async function callWithRetries<Body>(
  connection: Connection,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<Body> {
  const sent = body ? { body } : {}
  for (let failures = 0; ; ) {
    await connection.ready()
    // Undefined without a response from the service: offline, or a proxy's error page.
    const response = await call<Body>(method, path, sent).catch(() => undefined)
    if (response?.isSuccess) {
      connection.worked()
      return response.body
    }
    if (response && !isTransient(response.status)) throw refusal(response)
    // Offline attempts don't count as failures.
    if (navigator.onLine) failures += 1
    if (failures > MAX_FAILURES) throw new Refused(response ? TEXTS.busy : TEXTS.noConnection)
    connection.failed(response?.retryAfter ?? undefined)
  }
}

/** The files of a project. */
export async function readMedia<Medium>(
  connection: Connection,
  projectId: string,
): Promise<Medium[]> {
  const path = `/projects/${projectId}/media`
  return (await callWithRetries<{ data: Medium[] }>(connection, 'GET', path)).data
}

/** Why a file failed, for the person. */
export function reasonOf(error: unknown): string {
  return error instanceof Refused ? error.message : String(error)
}

/** Whether the same request may work later. */
function isTransient(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

function refusal({ status, body }: Called<unknown>): Refused {
  if (status === 401 || status === 421) return new Refused(TEXTS.sessionEnded, status)
  return new Refused(messageOf(body as Parameters<typeof messageOf>[0]), status)
}

/** A PUT without progress for this long is restarted. */
const STALL_MS = 45_000
/** Limit for the store's response after the last byte. */
const RESPONSE_MS = 300_000
const POLL_MS = 1_000

interface Put {
  url: string
  file: File
  contentType: string
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file to the store, streamed by the browser. Not with `fetch`, which reports no upload progress.
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
    }, POLL_MS)
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

/** The attempts to upload one file. */
export class Attempts {
  readonly #file: File
  #failures = 0
  #isRenewed = false

  constructor(file: File) {
    this.#file = file
  }

  /**
   * Throws unless the file may be retried after this status, or no response (0). A refused URL is renewed once.
   *
   * @throws {Refused}
   */
  async expectAnother(status: number): Promise<void> {
    if (status === 403 && !this.#isRenewed) {
      this.#isRenewed = true
      return
    }
    if (!isTransient(status)) throw new Refused(TEXTS.storeRefused(status), status)
    if (!(await isReadable(this.#file))) throw new Refused(TEXTS.unreadable)
    // Offline attempts don't count as failures.
    if (navigator.onLine) this.#failures += 1
    if (this.#failures > MAX_FAILURES) throw new Refused(TEXTS.noConnection)
  }
}

/** A file changed after it was chosen is unreadable. */
function isReadable(file: File): Promise<boolean> {
  const first = file.slice(0, 1).arrayBuffer()
  return first.then(
    () => true,
    () => false,
  )
}
