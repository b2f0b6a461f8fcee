/**
 * PENDING until the first attempt, RETRYING while another one is due. Ends as SUCCEEDED, FAILED (after the last attempt)
 * or CANCELLED (its subscription was disabled or deleted).
 */
export const WEBHOOK_DELIVERY_STATUSES = [
  'PENDING',
  'RETRYING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number]

/** Waits after failed attempts: docs/interface.md#i6-schedule */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [
  30_000, 120_000, 600_000, 1_800_000, 7_200_000,
]

/** The delay after the failed attempt number `attempt`, from 1; `null` after the last. */
export function retryDelayMs(delaysMs: readonly number[], attempt: number): number | null {
  return delaysMs[attempt - 1] ?? null
}

/**
 * Ports that browsers block, because a server of another protocol might run a request as commands. WHATWG Fetch,
 * section 2.9 (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BLOCKED_BY_BROWSERS = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]

// MySQL, PostgreSQL, Redis and Memcached.
const OF_DATABASES = [3_306, 5_432, 6_379, 11_211]

/** Ports closed to webhooks unless the operator allows them. docs/contract.md#c11-ports */
export const DEFAULT_BLOCKED_PORTS: readonly number[] = [...BLOCKED_BY_BROWSERS, ...OF_DATABASES]
