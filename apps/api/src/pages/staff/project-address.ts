import type { Static } from '@sinclair/typebox'
import type { Project as ProjectSchema } from '../../projects/schemas.ts'

export type Project = Static<typeof ProjectSchema>

/** The address of a project on one line; empty when it has none. */
export function addressLine(project: Project): string {
  const { addressLine1, addressLine2, city, region, postalCode } = project
  const place = [region, postalCode].filter(Boolean).join(' ')
  return [addressLine1, addressLine2, city, place].filter(Boolean).join(', ')
}
