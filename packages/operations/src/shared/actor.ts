import type { Role, Scope } from '@mediajobs/domain'

/** The acting person, by session or API key. */
export interface Actor {
  readonly organizationId: string
  readonly userId: string
  /** `null` for a session. */
  readonly apiKeyId: string | null
  /** The person's current role in the organization. */
  readonly role: Role
  readonly scopes: readonly Scope[]
}
