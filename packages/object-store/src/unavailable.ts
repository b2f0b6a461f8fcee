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
