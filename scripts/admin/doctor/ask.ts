import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

/** A response, and how it came. */
export interface Answer {
  status: number
  /** The body, when it is an object of JSON. */
  json: { status?: string; code?: string; message?: string } | null
  /** The address from which this machine called. */
  localAddress: string | undefined
}

const RESPONSE_LIMIT_MS = 8_000

interface Asking {
  headers?: Record<string, string>
  /** The address from which this machine calls. Default: the system chooses. */
  localAddress?: string
}

/** A GET for JSON. No redirect is followed. @throws the reason why there is no response. */
export function ask(url: string, { headers, ...from }: Asking = {}): Promise<Answer> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS)
    signal.addEventListener('abort', () => reject(new Error('no response within 8 seconds')))
    const request = send(url, {
      ...from,
      headers: { accept: 'application/json', ...headers },
      signal,
      agent: false,
    })
    request.on('error', reject)
    request.on('response', async (response) => {
      const localAddress = response.socket.localAddress
      const { statusCode: status = 0 } = response
      try {
        const json = parsed(await text(response))
        resolve({ status, json, localAddress })
      } catch (error) {
        reject(error)
      }
    })
    request.end()
  })
}

function parsed(body: string): Answer['json'] {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
