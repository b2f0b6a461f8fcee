import type { TestApp } from './app.ts'
import { anyAddress, type TestResponse } from './request.ts'

export interface Credentials {
  email: string
  password: string
}

/** @param address default: random */
export function signIn(
  service: TestApp,
  { email, password }: Credentials,
  address: string = anyAddress(),
): Promise<TestResponse> {
  return service.request('POST', '/auth/sessions', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  })
}

/** Calls with a session's token in an organization. */
export function asPerson(service: TestApp, token: string, organizationId: string) {
  return (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    service.request(method, path, { token, body, headers: { 'x-org-id': organizationId } })
}

/**
 * The least processor time of each attempt in milliseconds, over `rounds` interleaved rounds. Other processes don't change
 * it as they do a duration.
 */
export async function leastWork(
  rounds: number,
  attempts: readonly (() => Promise<unknown>)[],
): Promise<number[]> {
  const least = attempts.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    for (const [i, attempt] of attempts.entries()) {
      const before = process.cpuUsage()
      await attempt()
      const { user, system } = process.cpuUsage(before)
      least[i] = Math.min(least[i] ?? 0, (user + system) / 1_000)
    }
  }
  return least
}
