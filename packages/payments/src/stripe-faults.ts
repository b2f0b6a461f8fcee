import { codeOf, fieldsOf } from './answers.ts'
import { ProviderError, type ProviderFault } from './provider.ts'

const REQUEST_ID = /^req_\w{1,64}$/
const NOT_PAYABLE = new Set([
  'amount_too_large',
  'amount_too_small',
  'invalid_charge_amount',
  'invalid_charge_amount_no_decimal_compatible',
])
const CURRENCY_PARAMETER = /(^|\[)currency\]?$/

/**
 * Converts an error of Stripe's library or of the connection. Keeps only codes: Stripe's messages quote part of the
 * key, and the library's errors contain the whole response.
 */
export function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { type, code, statusCode, requestId, param } = fieldsOf(error) ?? {}
  const status = typeof statusCode === 'number' ? statusCode : 0
  const request = typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : null
  const parts = [codeOf(code), status === 0 ? null : `HTTP ${status}`, request]
  const what = parts.filter((part) => part !== null).join(', ')
  const kind = typeof type === 'string' && type.startsWith('Stripe') ? type : null
  return new ProviderError(
    faultOf(kind, status, codeOf(code), param),
    `Stripe: ${what || 'no response'}`,
  )
}

function faultOf(
  kind: string | null,
  status: number,
  code: string | null,
  param: unknown,
): ProviderFault {
  if (status === 401 || status === 403) return 'key_refused'
  // 409: another call with the same key is in progress.
  if (status < 400 || status === 409 || status === 429 || status >= 500) return 'unreachable'
  if (kind === null) return 'unreachable'
  if (status === 404 || code === 'resource_missing') return 'not_found'
  const isCurrency = typeof param === 'string' && CURRENCY_PARAMETER.test(param)
  return isCurrency || (code !== null && NOT_PAYABLE.has(code)) ? 'amount_not_payable' : 'refused'
}
