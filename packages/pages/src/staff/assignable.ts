import type { Role } from '@mediajobs/domain'

/** Who is chosen for each part of a job: first the people of its role, then those who run the organization. */
export const ASSIGNABLE = {
  technician: ['TECHNICIAN', 'MANAGER', 'ADMIN'],
  editor: ['EDITOR', 'MANAGER', 'ADMIN'],
  manager: ['MANAGER', 'ADMIN'],
} as const satisfies Record<string, readonly Role[]>
