import { Attempts, callWithRetries, put, Refused, reasonOf } from './connection.ts'
import type { Row, Upload } from './row.ts'

const AT_ONCE = 4

/** Uploads waiting files, four concurrently, in list order. */
export class Queue {
  readonly #upload: Upload
  readonly #signer: Signer
  #workers = 0

  constructor(upload: Upload) {
    this.#upload = upload
    this.#signer = new Signer(upload)
  }

  start(): void {
    this.#signer.reset()
    while (this.#workers < AT_ONCE && this.#upload.rows.some(isWaiting)) {
      this.#workers += 1
      // Takes its file synchronously, so the loop ends when none is waiting.
      void this.#work().finally(() => {
        this.#workers -= 1
      })
    }
  }

  async #work(): Promise<void> {
    for (
      let row = this.#upload.rows.find(isWaiting);
      row;
      row = this.#upload.rows.find(isWaiting)
    ) {
      row.state = 'sending'
      row.abort = new AbortController()
      this.#upload.changed(row)
      try {
        await this.#send(row, row.abort.signal)
        // The row was removed from the list.
        if (row.abort.signal.aborted) continue
        row.state = 'sent'
        row.sentAt = performance.now()
      } catch (error) {
        row.state = 'failed'
        row.reason = reasonOf(error)
      }
      this.#upload.changed(row)
    }
  }

  /** @throws {Refused} */
  async #send(row: Row, signal: AbortSignal): Promise<void> {
    const attempts = new Attempts(row.file)
    while (!signal.aborted) {
      const status = await this.#put(row, signal)
      if (status >= 200 && status < 300) {
        row.sent = row.file.size
        return this.#upload.connection.worked()
      }
      row.sent = 0
      if (signal.aborted) return
      await attempts.expectAnother(status)
      if (status === 403) row.upload = undefined
      this.#upload.connection.failed()
      this.#upload.moved(row)
    }
  }

  /** @returns the status of the store; 0 without a response */
  async #put(row: Row, signal: AbortSignal): Promise<number> {
    await this.#upload.connection.ready()
    const url = await this.#signer.addressOf(row)
    const { file, contentType } = row
    const onProgress = (sent: number) => {
      row.sent = Math.min(sent, file.size)
      this.#upload.moved(row)
    }
    return signal.aborted ? 0 : put({ url, file, contentType, onProgress, signal })
  }
}

function isWaiting({ state }: Row): boolean {
  return state === 'waiting'
}

/** Files presigned together. URLs expire after an hour, and a phone may need longer for more files. */
const SIGNED_AT_ONCE = 20
/** docs/interface.md#i4-url-hour, minus a margin. */
const VALID_MS = 3_300_000

/** Presigns uploads in batches. */
class Signer {
  readonly #upload: Upload
  #signing: Promise<void> | undefined
  /** After a refusal, presigns each file separately, so one doesn't stop the others. */
  #isAlone = false

  constructor(upload: Upload) {
    this.#upload = upload
  }

  /** Forgets refusals, for a manual retry. */
  reset(): void {
    this.#isAlone = false
  }

  /** @throws {Refused} */
  async addressOf(row: Row): Promise<string> {
    for (;;) {
      const { upload } = row
      if (upload && performance.now() - upload.signedAt < VALID_MS) return upload.uploadUrl
      row.upload = undefined
      if (this.#signing) await this.#signing
      else await this.#sign(row)
    }
  }

  async #sign(row: Row): Promise<void> {
    const isOther = (other: Row) =>
      other !== row && !other.upload && (other.state === 'waiting' || other.state === 'sending')
    const others = this.#isAlone ? [] : this.#upload.rows.filter(isOther)
    const batch = [row, ...others.slice(0, SIGNED_AT_ONCE - 1)]
    const presigning = this.#presign(batch)
    // Other files wait for it, and then check whether they have a URL.
    this.#signing = presigning.catch(() => {})
    try {
      await presigning
    } catch (error) {
      if (!(error instanceof Refused) || batch.length === 1) throw error
      this.#isAlone = true
    } finally {
      this.#signing = undefined
    }
  }

  async #presign(batch: readonly Row[]): Promise<void> {
    const { projectId } = this.#upload.settings
    const files = batch.map(({ name, contentType, type }) => ({
      filename: name,
      contentType,
      mediaType: type,
    }))
    const { data } = await callWithRetries<{ data: { uploadUrl: string; key: string }[] }>(
      this.#upload.connection,
      'POST',
      '/media/presign-batch',
      { projectId, files },
    )
    const signedAt = performance.now()
    for (const [i, row] of batch.entries()) {
      const one = data[i]
      if (one) row.upload = { ...one, signedAt }
    }
  }
}
