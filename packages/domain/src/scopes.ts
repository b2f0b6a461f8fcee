import type { Role } from './roles.ts'

export const SCOPES = ['READ', 'WRITE', 'ADMIN', 'BULK_IMPORT', 'WEBHOOKS'] as const

export type Scope = (typeof SCOPES)[number]

/** Whether the scopes `held` include `needed`: ADMIN grants all, WRITE implies READ. */
export function includesScope(held: readonly Scope[], needed: Scope): boolean {
  if (held.includes('ADMIN') || held.includes(needed)) return true
  return needed === 'READ' && held.includes('WRITE')
}

/** The scopes of a session, by the person's role (docs/contract.md#c2-session-scopes). */
export function scopesOfRole(role: Role): readonly Scope[] {
  return role === 'ADMIN' || role === 'MANAGER' ? SCOPES : ['READ', 'WRITE']
}
