import type { Sql } from '@mediajobs/db'
import {
  MAX_WRONG_DISCOUNT_CODES,
  type RateWindow,
  WRONG_DISCOUNT_CODE_SPAN_MS,
} from '@mediajobs/domain'
import { networkOf } from '../credentials/network-of.ts'
import { withOutcomeLimit } from '../credentials/rate-windows.ts'
import { OperationError, tooMany } from '../shared/errors.ts'
import { BODY_NAMES } from './order-quote.ts'

const WRONG_CODES: RateWindow = {
  limit: MAX_WRONG_DISCOUNT_CODES,
  spanMs: WRONG_DISCOUNT_CODE_SPAN_MS,
}

/**
 * Runs `work`, which looks up a client's discount code. The code counts as wrong until `work` accepts it, so
 * concurrent guesses don't slip through.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` after {@link MAX_WRONG_DISCOUNT_CODES} wrong ones from the network.
 */
export async function withDiscountCode<Result>(
  sql: Sql,
  address: string,
  code: string | null | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!code) return work()
  const limit = {
    subject: `order:discount:${networkOf(address)}`,
    window: WRONG_CODES,
    refusal: (waitSeconds: number) => {
      const message = 'Too many discount codes were wrong: retry after Retry-After seconds.'
      return tooMany('rate_limited', message, waitSeconds)
    },
    counts: isAboutCode,
  }
  return withOutcomeLimit(sql, limit, work)
}

function isAboutCode(error: unknown): boolean {
  if (!(error instanceof OperationError)) return false
  return error.fields.some(({ path }) => path === BODY_NAMES.discountCode)
}
