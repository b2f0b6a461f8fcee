import type { Role, Scope } from '@mediajobs/domain'

/** Who acts: a person, by a session or an API key that they made. */
export interface Actor {
  readonly organizationId: string
  readonly userId: string
  /** `null` when a session acts. */
  readonly apiKeyId: string | null
  /** The person's current role in the organization. */
  readonly role: Role
  readonly scopes: readonly Scope[]
}
