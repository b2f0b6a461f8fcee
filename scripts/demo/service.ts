import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A problem that the person who runs the demo can solve. Only its message is shown. */
export class DemoError extends Error {}

/** The running service, called as an integrator would call it. */
export interface Service {
  readonly apiUrl: string
  /** @throws {DemoError} for a response that is no success. */
  call<Body>(method: string, path: string, body?: unknown, as?: Credential): Promise<Body>
}

export type Credential = Record<string, string>

interface DevService {
  apiUrl: string
  apiKey: string
}

/** The service of `pnpm dev`, or the one of API_URL and API_KEY. */
export async function findService(): Promise<Service> {
  const { apiUrl, apiKey } = await readAddress()
  return {
    apiUrl,
    async call<Body>(method: string, path: string, body?: unknown, as?: Credential) {
      const credential = as ?? { 'x-api-key': apiKey }
      const headers = {
        ...credential,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      for (;;) {
        const response = await reach(apiUrl + path, request)
        if (response.status === 429) {
          await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1_000)
          continue
        }
        const text = await response.text()
        if (!response.ok) throw new DemoError(`${method} ${path}: ${response.status} ${text}`)
        return (text ? JSON.parse(text) : null) as Body
      }
    },
  }
}

/** The address and the key of that service. */
export async function readAddress(): Promise<DevService> {
  const { API_URL, API_KEY, DATA_DIR = '.data' } = process.env
  if (API_URL && API_KEY) return { apiUrl: API_URL, apiKey: API_KEY }
  try {
    return JSON.parse(await readFile(join(DATA_DIR, 'dev.json'), 'utf8')) as DevService
  } catch {
    throw new DemoError('No service is running here: start one with `npx -y pnpm@12 dev` first.')
  }
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch {
    throw new DemoError(
      `${new URL(url).origin} does not respond: is \`npx -y pnpm@12 dev\` running?`,
    )
  }
}
