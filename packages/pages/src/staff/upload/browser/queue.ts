import { Refused } from './ask.ts'
import type { Connection } from './connection.ts'
import { put } from './put.ts'
import type { Row } from './row.ts'
import type { Signer } from './signer.ts'
import { Tries } from './tries.ts'

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
