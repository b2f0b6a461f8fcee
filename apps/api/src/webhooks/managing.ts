import { MANAGING_ROLES } from '@mediajobs/domain'
import { allow } from '../access.ts'

/** Reading too: payloads hold delivery tokens (contract, section 2). */
export const managing = allow('WEBHOOKS', MANAGING_ROLES)
