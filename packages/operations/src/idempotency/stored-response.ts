/** An `Idempotency-Key` with its scope. The same text with another credential or route is another key. */
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

/** A response that was sent, as it is stored. */
export interface StoredResponse {
  readonly status: number
  /** The headers that a repeat gets again. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; `null` when there was no body. */
  readonly payload: string | null
}

/** A repeat of an older request is a new request (docs/contract.md#c1-idempotency-replay). */
export const KEPT_FOR = `interval '24 hours'`
