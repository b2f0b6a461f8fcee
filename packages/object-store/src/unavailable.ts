/** The object store could not be reached, or did not do what it must: the same call may succeed later. */
export class ObjectStoreUnavailable extends Error {
  constructor(doing: string, cause?: unknown) {
    super(`the object store failed to ${doing}`, { cause: rootOf(cause) })
    this.name = 'ObjectStoreUnavailable'
  }
}

// `fetch failed` says nothing; the refused connection inside it does.
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}
