import { violatedConstraint } from '@mediajobs/db'
import type { customers } from '@mediajobs/db/schema'
import { conflict, notFound } from '../errors.ts'

export type Customer = typeof customers.$inferSelect

/** What an integrator may set of a customer. */
export interface CustomerInput {
  name: string
  email: string
  phone?: string | null
  company?: string | null
  notes?: string | null
  externalId?: string | null
}

/** Why an email cannot be taken. */
export const DUPLICATE_EMAIL = 'Another customer has this email already.'

/** What a failed write of a customer means to whoever asked for it. */
export function customerWriteError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'customers_email_unique':
      return conflict('duplicate_email', DUPLICATE_EMAIL)
    case 'customers_external_id_unique':
      return conflict('duplicate_external_id', 'Another customer has this externalId already.')
    case 'customers_organization_id_organizations_id_fk':
      return notFound()
    default:
      return error
  }
}
