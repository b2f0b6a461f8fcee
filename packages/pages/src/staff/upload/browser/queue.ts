import type { Settings } from '../settings.ts'
import { ask, type Connection, put, Refused, Tries } from './connection.ts'
import type { Row } from './row.ts'

const AT_ONCE = 4

/** What happens to rows. */
export interface Watcher {
  /** The state of a row is another one. */
  changed(row: Row): void
  /** More bytes of a row are sent. */
  moved(row: Row): void
}

/** Sends the files that wait, four at once, in the order of the list. */
export class Queue {
  readonly #rows: readonly Row[]
  readonly #connection: Connection
  readonly #signer: Signer
  readonly #watcher: Watcher
  #workers = 0

  constructor(rows: readonly Row[], connection: Connection, signer: Signer, watcher: Watcher) {
    this.#rows = rows
    this.#connection = connection
    this.#signer = signer
    this.#watcher = watcher
  }

  start(): void {
    this.#signer.reset()
    while (this.#workers < AT_ONCE && this.#rows.some(isWaiting)) {
      this.#workers += 1
      // It takes its file before it waits for anything.
      void this.#work().finally(() => {
        this.#workers -= 1
      })
    }
  }

  async #work(): Promise<void> {
    for (let row = this.#rows.find(isWaiting); row; row = this.#rows.find(isWaiting)) {
      row.state = 'sending'
      row.abort = new AbortController()
      this.#watcher.changed(row)
      try {
        await this.#send(row, row.abort.signal)
        // It was left out.
        if (row.abort.signal.aborted) continue
        row.state = 'sent'
        row.sentAt = performance.now()
      } catch (error) {
        row.state = 'failed'
        row.reason = error instanceof Refused ? error.message : String(error)
      }
      this.#watcher.changed(row)
    }
  }

  /** @throws {Refused} */
  async #send(row: Row, signal: AbortSignal): Promise<void> {
    const tries = new Tries(row.file)
    while (!signal.aborted) {
      const status = await this.#put(row, signal)
      if (status >= 200 && status < 300) {
        row.sent = row.file.size
        return this.#connection.worked()
      }
      row.sent = 0
      if (signal.aborted) return
      await tries.expectAnother(status)
      if (status === 403) row.upload = undefined
      this.#connection.failed()
      this.#watcher.moved(row)
    }
  }

  /** @returns the status of the store; 0 without a response */
  async #put(row: Row, signal: AbortSignal): Promise<number> {
    await this.#connection.ready()
    const url = await this.#signer.addressOf(row)
    const { file, contentType } = row
    const onProgress = (sent: number) => {
      row.sent = Math.min(sent, file.size)
      this.#watcher.moved(row)
    }
    return signal.aborted ? 0 : put({ url, file, contentType, onProgress, signal })
  }
}

function isWaiting({ state }: Row): boolean {
  return state === 'waiting'
}

/** Files for which addresses are asked at a time: a phone may need an hour for more. */
const SIGNED_AT_ONCE = 20
/** docs/interface.md#i4-url-hour, less the time to begin. */
const VALID_MS = 3_300_000

/** Gets the addresses that files are put to, for many files by one call. */
export class Signer {
  readonly #settings: Settings
  readonly #rows: readonly Row[]
  readonly #connection: Connection
  #signing: Promise<void> | undefined
  /** After a refusal each file is asked for alone, so that one does not stop the others. */
  #isAlone = false

  constructor(settings: Settings, rows: readonly Row[], connection: Connection) {
    this.#settings = settings
    this.#rows = rows
    this.#connection = connection
  }

  /** Forgets refusals: the person tries again. */
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
    const others = this.#isAlone ? [] : this.#rows.filter(isOther)
    const batch = [row, ...others.slice(0, SIGNED_AT_ONCE - 1)]
    const asking = this.#ask(batch)
    // The others wait for it, and see for themselves whether they have an address.
    this.#signing = asking.catch(() => {})
    try {
      await asking
    } catch (error) {
      if (!(error instanceof Refused) || batch.length === 1) throw error
      this.#isAlone = true
    } finally {
      this.#signing = undefined
    }
  }

  async #ask(batch: readonly Row[]): Promise<void> {
    const { projectId } = this.#settings
    const files = batch.map(({ name, contentType, type }) => ({
      filename: name,
      contentType,
      mediaType: type,
    }))
    const { data } = await ask<{ data: { uploadUrl: string; key: string }[] }>(
      this.#connection,
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
