/** What an `Idempotency-Key` belongs to: another credential's, or another route's, is another one. */
export interface IdempotencyKey {
  readonly organizationId: string
  /** The API key or the session that calls. */
  readonly credential: string
  /** Method and path, `POST /customers`. */
  readonly route: string
  readonly key: string
  /** SHA-256 of what was sent. */
  readonly bodyHash: Buffer
}

/** An answer that was given, as it is kept. */
export interface StoredResponse {
  readonly status: number
  /** Those that belong to the answer, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; `null` when there was no body. */
  readonly payload: string | null
}

/** A repeat of anything older is a new request (docs/contract.md#c1-idempotency-replay). */
export const KEPT_FOR = `interval '24 hours'`
