import type { Role, Scope } from '@mediajobs/domain'

/** Who does something: a person, by a session or by a key that they made. */
export interface Actor {
  readonly organizationId: string
  readonly userId: string
  /** `null` when a session acts. */
  readonly apiKeyId: string | null
  /** The role that the person has in the organization now. */
  readonly role: Role
  readonly scopes: readonly Scope[]
}
