/** The role of a person within one organization, highest first. */
export const ROLES = ['ADMIN', 'MANAGER', 'TECHNICIAN', 'EDITOR'] as const

export type Role = (typeof ROLES)[number]

const RANK: Record<Role, number> = { ADMIN: 2, MANAGER: 1, TECHNICIAN: 0, EDITOR: 0 }

/** Whether `role` is higher than `other`: ADMIN > MANAGER > the others, which are equal. */
export function outranks(role: Role, other: Role): boolean {
  return RANK[role] > RANK[other]
}

/** The roles that run the organization. Most writes, and everything with money, need one of them. */
export const MANAGING_ROLES: readonly Role[] = ['ADMIN', 'MANAGER']
