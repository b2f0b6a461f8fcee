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
