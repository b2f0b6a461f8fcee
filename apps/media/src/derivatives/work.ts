import type { ObjectStore } from '@mediajobs/object-store'

/** A claimed job of the media process. */
export interface Work<Finished extends { state: string } = { state: string }> {
  /** For the log. */
  ids: object
  extend(leaseMs: number): Promise<unknown>
  /**
   * Idempotent.
   *
   * @throws {PictureCrashed}
   * @throws {ObjectStoreUnavailable} and other errors not caused by the picture
   */
  make(deriving: Deriving): Promise<Finished>
  /** Writes the result if the lease still holds. */
  finish(finished: Finished): Promise<string>
  /** Releases the job for another attempt. `isCounted`: this one counts toward the maximum. */
  release(after: { delayMs: number; isCounted: boolean }): Promise<void>
}

export interface Deriving {
  objectStore: ObjectStore
  /** Aborts the job: closes its connection and kills its process. */
  signal: AbortSignal
  /** Called with bytes read or stored. */
  onMoved(bytes: number): void
  /** Called with the technical reason, for the log. */
  onRefused(detail: string): void
}

/** The process that read the picture crashed. Retryable. */
export class PictureCrashed extends Error {}

// The bytes of a key never change.
export const CACHE_CONTROL = 'public, max-age=31536000, immutable'
