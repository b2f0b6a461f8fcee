// Objects of Stripe have a few KiB, a page of 100 refunds some 100 KiB.
const MAX_ANSWER_BYTES = 2_097_152
// Notices and cookies of a provider are nobody's business.
const PASSED_HEADERS = ['request-id', 'stripe-should-retry'] as const

/**
 * A `fetch` for a provider's library that ends at `deadline`, follows no redirect, which would take the key along, and
 * returns only JSON objects of a bounded size: the library would crash the process at others.
 */
export function boundedFetch(deadline: AbortSignal): typeof fetch {
  return async (input, init) => {
    const signals = init?.signal ? [deadline, init.signal] : [deadline]
    const signal = AbortSignal.any(signals)
    const response = await fetch(input, { ...init, signal, redirect: 'error' })
    const body = await readBounded(response)
    const isObject = body.trimStart().startsWith('{') && isJson(body)
    if (!isObject) throw new Error('The answer is no JSON object')
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
    // Leaving the loop cancels the stream, and with it the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer is too large')
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
