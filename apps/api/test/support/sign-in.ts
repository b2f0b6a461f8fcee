import { randomInt } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { TestApp } from './app.ts'

export interface Credentials {
  email: string
  password: string
}

/** An IPv4 address that no other call has: failures are counted per address. */
export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

/** A sign-in at an api that trusts its proxy, from `address`. */
export function signIn(
  service: TestApp,
  { email, password }: Credentials,
  address: string = anyAddress(),
) {
  return service.request('POST', '/auth/sessions', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  })
}

/** What the person of `token` asks for in `organizationId`. */
export function asPerson(service: TestApp, token: string, organizationId: string) {
  return (method: string, path: string, body?: unknown) =>
    service.request(method, path, { token, body, headers: { 'x-org-id': organizationId } })
}

/** The least milliseconds of several runs: what else the machine does only ever adds to it. */
export async function leastMs(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}
