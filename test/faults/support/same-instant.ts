import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { startApi } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'

export interface RacingResponse {
  status: number
  headers: Headers
  // Each test checks the fields it uses.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

interface Call {
  key?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Two processes of one service, and an app to set up its data. */
export interface Racetrack {
  service: TestApp
  /** Sends `count` concurrent requests, alternating processes; `callOf` makes the n-th. */
  race(count: number, path: string, callOf: (n: number) => Call): Promise<RacingResponse[]>
}

/** The full form uses production processes; the short one two servers in this process, which start faster. */
export async function openRacetrack(t: Test, isFull: boolean): Promise<Racetrack> {
  // Callers without a key differ by the address they send.
  const service = await testApp(t, { trustProxy: true })
  const { databaseUrl } = service
  const wideLimits = {
    RATE_LIMITS: '100000/1s',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    TRUST_PROXY: 'true',
  }
  const start = () =>
    isFull ? startApi(t, databaseUrl, wideLimits) : testApp(t, { databaseUrl, trustProxy: true })
  const processes = await Promise.all([start(), start()])
  return {
    service,
    race: (count, path, callOf) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          post(`${processes[n % processes.length]?.url}${path}`, callOf(n)),
        ),
      ),
  }
}

async function post(url: string, { key, body, headers }: Call): Promise<RacingResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(key && { 'x-api-key': key }), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Responses by status. */
export function countStatuses(responses: readonly RacingResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
