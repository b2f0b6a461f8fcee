import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { startApi } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'

export interface RacingResponse {
  status: number
  headers: Headers
  // What a test looks at in a body is what it asserts.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

interface Call {
  key: string
  body?: unknown
  headers?: Record<string, string>
}

/** Two processes of one service, and what furnishes it. */
export interface Racetrack {
  service: TestApp
  /** Sends `count` requests at once, in turn to each of the processes; `callOf` makes the n-th. */
  race(count: number, path: string, callOf: (n: number) => Call): Promise<RacingResponse[]>
}

/** In full they are production processes; else two servers in this one, which start in no time. */
export async function openRacetrack(t: Test, isFull: boolean): Promise<Racetrack> {
  const service = await testApp(t)
  const { databaseUrl } = service
  const unhurried = { RATE_LIMITS: '100000/1s', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }
  const start = () => (isFull ? startApi(t, databaseUrl, unhurried) : testApp(t, { databaseUrl }))
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
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** How many of the answers had each status. */
export function countStatuses(answers: readonly RacingResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
