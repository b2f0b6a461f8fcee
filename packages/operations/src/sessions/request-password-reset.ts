import { newId, type Sql } from '@mediajobs/db'
import { passwordResetRequests } from '@mediajobs/db/schema'
import { MAX_RESETS_OF_ADDRESS, MAX_RESETS_OF_NETWORK, RESET_SPAN_MS } from '@mediajobs/domain'
import { networkOf } from '../credentials/network-of.ts'
import { type CallLimit, callLimit } from '../credentials/rate-windows.ts'
import { hashedEmail } from '../credentials/sign-in-slowing.ts'

const countNetwork = resetLimit(MAX_RESETS_OF_NETWORK)
const countAddress = resetLimit(MAX_RESETS_OF_ADDRESS)

/**
 * Requests a mail with a link that resets the password of `email`. Nothing is looked up here: a dispatcher does
 * it later. So a known and an unknown address take the same time and get the same response.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` (`rate_limited`) for the network, or for the address, known or not.
 */
export async function requestPasswordReset(
  sql: Sql,
  email: string,
  address: string,
): Promise<void> {
  // The caller's own network first: a caller who is refused does not fill the count of the address.
  await countNetwork(sql, `password-reset:network:${networkOf(address)}`)
  await countAddress(sql, `password-reset:account:${hashedEmail(email)}`)
  await sql.orm.insert(passwordResetRequests).values({ id: newId(), email })
}

function resetLimit(limit: number): CallLimit {
  return callLimit(
    [{ limit, spanMs: RESET_SPAN_MS }],
    'Too many password resets were requested: wait for as long as Retry-After says.',
  )
}
