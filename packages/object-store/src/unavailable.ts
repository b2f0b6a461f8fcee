/** The object store could not be reached, or did not do its work. The same call may succeed later. */
export class ObjectStoreUnavailable extends Error {
  constructor(doing: string, cause?: unknown) {
    super(`the object store failed to ${doing}`, { cause: rootOf(cause) })
    this.name = 'ObjectStoreUnavailable'
  }
}

// The message `fetch failed` gives no reason. Its cause does: for example a refused connection.
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}

/**
 * The store is there and refuses the service's own request. It will refuse the next one too, until the operator mends
 * the clock of this machine, the credential or its policy.
 */
export class ObjectStoreRefused extends ObjectStoreUnavailable {
  constructor(doing: string, cause: unknown) {
    super(doing, cause)
    this.message =
      `the object store refused to ${doing} for the service: look at the clock of this machine ` +
      '(clock_skew_seconds), S3_ACCESS_KEY, S3_SECRET_KEY and the policy of this account'
    this.name = 'ObjectStoreRefused'
  }
}

// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, those of the status 401 and 403. A response
// without a body has the code AccessDenied in minio.
const REFUSALS = new Set([
  'AccessDenied',
  'AccountProblem',
  'AllAccessDisabled',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidSecurity',
  'InvalidToken',
  'NotSignedUp',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'UnauthorizedAccess',
])

/** Whether a code of the store means that it refuses the caller, whatever the request. */
export function isRefusal(code: unknown): boolean {
  return typeof code === 'string' && REFUSALS.has(code)
}
