import type { Sql } from '@mediajobs/db'
import { networkOf } from '../credentials/network-of.ts'
import { callLimit } from '../credentials/rate-windows.ts'

// A person who looks at a delivery makes a few calls. To guess a token takes millions.
const limit = callLimit(
  [{ limit: 60, spanMs: 60_000 }],
  'Too many calls from this address: wait for as long as Retry-After says.',
)

/**
 * Counts a call by delivery token, whether or not the token exists.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` when the address has called too often.
 */
export function admitClient(sql: Sql, address: string): Promise<void> {
  return limit(sql, `delivery:address:${networkOf(address)}`)
}
