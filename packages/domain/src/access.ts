import type { Role } from './roles.ts'
import { includesScope, type Scope } from './scopes.ts'

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
