import { MANAGING_ROLES } from '@mediajobs/domain'
import { allow } from '../access.ts'

/** Reading too: payloads hold delivery tokens (docs/contract.md#c2-access-webhooks). */
export const MANAGE = allow('WEBHOOKS', MANAGING_ROLES)
