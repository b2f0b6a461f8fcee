export interface SignOptions {
  /** Unix seconds, the same value as `timestamp` in the body. */
  timestampSeconds: number
  /** The signing secrets as the service returned them (`whsec_…`), the newest first. */
  secrets: readonly string[]
}

/** @throws RangeError when the timestamp is not a whole second, or there is no secret */
export function checkSignOptions({ timestampSeconds, secrets }: SignOptions): void {
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError('timestampSeconds must be a whole number of Unix seconds')
  }
  if (secrets.length === 0) throw new RangeError('secrets must have at least one secret')
}

/** @throws RangeError when the secret is empty: anyone could make that signature */
export function checkSecret(secret: string): void {
  if (secret === '') throw new RangeError('the signing secret must not be empty')
}
