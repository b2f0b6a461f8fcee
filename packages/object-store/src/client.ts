import { Client } from 'minio'
import { boundedAgent } from './bounded-agent.ts'

export interface ClientOptions {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
}

/** A client of the store at `endpoint`. It closes a connection after `silenceMs` without data. */
export function openClient(
  { endpoint, region, accessKey, secretKey }: ClientOptions,
  silenceMs: number,
): Client {
  const { hostname, port, protocol } = new URL(endpoint)
  return new Client({
    endPoint: hostname,
    ...(port !== '' && { port: Number(port) }),
    useSSL: protocol === 'https:',
    region,
    accessKey,
    secretKey,
    pathStyle: true,
    transportAgent: boundedAgent(protocol, silenceMs),
    // minio would print each retry on the terminal. The callers retry, and log it.
    retryOptions: { disableRetry: true },
  })
}
