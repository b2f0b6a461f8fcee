// Enough on a busy machine, but less than a file's time limit.
const WAIT_LIMIT_MS = 60_000

/** Polls `look` until it returns something. */
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
