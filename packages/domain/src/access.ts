/** Roles of an organization's members, highest first. */
export const ROLES = ['ADMIN', 'MANAGER', 'TECHNICIAN', 'EDITOR'] as const
export type Role = (typeof ROLES)[number]

const RANK: Record<Role, number> = { ADMIN: 2, MANAGER: 1, TECHNICIAN: 0, EDITOR: 0 }

/** Whether `role` is higher than `other`: ADMIN > MANAGER > TECHNICIAN = EDITOR. */
export function outranks(role: Role, other: Role): boolean {
  return RANK[role] > RANK[other]
}

/** Required by most writes and everything about money. */
export const MANAGING_ROLES: readonly Role[] = ['ADMIN', 'MANAGER']

export const SCOPES = ['READ', 'WRITE', 'ADMIN', 'BULK_IMPORT', 'WEBHOOKS'] as const
export type Scope = (typeof SCOPES)[number]

/** Whether the scopes `held` include `needed`: ADMIN grants all, WRITE implies READ. */
export function includesScope(held: readonly Scope[], needed: Scope): boolean {
  if (held.includes('ADMIN') || held.includes(needed)) return true
  return needed === 'READ' && held.includes('WRITE')
}

/** A session's scopes, by the person's role (docs/contract.md#c2-session-scopes). */
export function scopesOfRole(role: Role): readonly Scope[] {
  return MANAGING_ROLES.includes(role) ? SCOPES : ['READ', 'WRITE']
}

/** Who may call an operation; every route states it (docs/contract.md#c2-access). */
export type Access = 'public' | RequiredAccess

export interface RequiredAccess {
  /** The required scope. With `ANY` every valid credential may call it. */
  readonly scope: Scope | 'ANY'
  /** The roles that may call it. Default: all roles. */
  readonly roles?: readonly Role[]
}

/** Why an operation refuses a caller; `null` if it doesn't. The scope is checked before the role. */
export function accessRefusal(
  { scope, roles }: RequiredAccess,
  caller: { scopes: readonly Scope[]; role: Role },
): 'scope_missing' | 'role_forbids' | null {
  if (scope !== 'ANY' && !includesScope(caller.scopes, scope)) return 'scope_missing'
  return roles && !roles.includes(caller.role) ? 'role_forbids' : null
}
