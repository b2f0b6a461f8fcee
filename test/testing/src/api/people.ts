import type { Role } from '@mediajobs/domain'
import type { TestApp, TestOrganization } from './app.ts'
import { anyAddress } from './request.ts'

/** An organization's calls for users and invitations. */
export function peopleOf(service: TestApp, { key }: TestOrganization) {
  const call = (method: string, path: string, body?: unknown, as = key) =>
    service.request(method, path, { key: as, body })
  return {
    call,
    invite: (email: string, role: Role = 'EDITOR', as = key) =>
      call('POST', '/users', { email, name: 'Nina New', role }, as),
  }
}

/** Accepts an invitation. @param address default: random */
export function accept(
  service: TestApp,
  token: string,
  password: string,
  address: string = anyAddress(),
) {
  return service.request('POST', '/auth/invitations/accept', {
    body: { token, password },
    headers: { 'x-forwarded-for': address },
  })
}

let last = 0

/** An unused email address. */
export function newEmail(): string {
  last += 1
  return `new-${process.pid}-${last}@example.test`
}
