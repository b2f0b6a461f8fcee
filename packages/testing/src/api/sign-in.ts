import { randomBytes } from 'node:crypto'
import type { Answer, TestApp } from './app.ts'

export interface Credentials {
  email: string
  password: string
}

/** An address that nobody called from before; the service must trust its proxy. */
export function anyAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}

/** Signs in, from any address unless one is given. */
export function signIn(
  service: TestApp,
  { email, password }: Credentials,
  address: string = anyAddress(),
): Promise<Answer> {
  return service.request('POST', '/auth/sessions', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  })
}

/** What somebody who is signed in calls in an organization. */
export function asPerson(service: TestApp, token: string, organizationId: string) {
  return (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.request(method, path, { token, body, headers: { 'x-org-id': organizationId } })
}

/** The least that each of `attempts` took in milliseconds, tried in turns: `rounds` of them. */
export async function leastMs(
  rounds: number,
  attempts: readonly (() => Promise<unknown>)[],
): Promise<number[]> {
  const least = attempts.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    for (const [i, attempt] of attempts.entries()) {
      const before = performance.now()
      await attempt()
      least[i] = Math.min(least[i] ?? 0, performance.now() - before)
    }
  }
  return least
}
