const pathsOf = new WeakMap<object, readonly string[]>()

/** The unknown fields that were dropped from `body`, as paths. */
export function ignoredIn(body: unknown): readonly string[] {
  return typeof body === 'object' && body !== null ? (pathsOf.get(body) ?? []) : []
}

/** Remembers which unknown fields were dropped from `body`. */
export function noteIgnored(body: object, paths: readonly string[]): void {
  pathsOf.set(body, paths)
}
