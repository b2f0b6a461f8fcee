import type { Settings } from '../settings.ts'
import { ask, Refused } from './ask.ts'
import type { Connection } from './connection.ts'
import type { Row } from './row.ts'

/** Files for which addresses are asked at a time: a phone may need an hour for more. */
const AT_ONCE = 20
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
    const batch = [row, ...others.slice(0, AT_ONCE - 1)]
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
