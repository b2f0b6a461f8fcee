// A wait ends with its event. This ends it on a busy machine too, but before the time limit of a file.
const WAIT_LIMIT_MS = 60_000

/** Calls `look` until it returns something. Fails after `timeoutMs`. */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | false | null | undefined>,
  timeoutMs = WAIT_LIMIT_MS,
): Promise<Found> {
  const endMs = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > endMs) throw new Error(`${what}: not within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
