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
    codeOf(code),
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

// Stripe's objects have a few KiB, a page of 100 refunds about 100 KiB.
const MAX_ANSWER_BYTES = 2_097_152
// Drops everything else, such as cookies.
const PASSED_HEADERS = ['request-id', 'stripe-should-retry'] as const

/**
 * A `fetch` for a provider's library. Aborts at `deadline`, follows no redirects, which would leak the key, and
 * returns only JSON objects of bounded size: others would make the library crash the process.
 */
export function boundedFetch(deadline: AbortSignal): typeof fetch {
  return async (input, init) => {
    const signals = init?.signal ? [deadline, init.signal] : [deadline]
    const signal = AbortSignal.any(signals)
    const response = await fetch(input, { ...init, signal, redirect: 'error' })
    const body = await readBounded(response)
    const isObject = body.trimStart().startsWith('{') && isJson(body)
    if (!isObject) throw new Error("The response isn't a JSON object")
    const headers = new Headers()
    for (const name of PASSED_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return new Response(body, { status: response.status, headers })
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream and the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error('The response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
