/** Milliseconds to wait after a failed attempt: docs/interface.md#i6-schedule */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [
  30_000, 120_000, 600_000, 1_800_000, 7_200_000,
]

/**
 * Milliseconds to wait after the failed attempt number `attempt` (1 is the first); `null` after the last
 * attempt.
 */
export function retryDelayMs(delaysMs: readonly number[], attempt: number): number | null {
  return delaysMs[attempt - 1] ?? null
}
