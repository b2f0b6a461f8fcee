import { MANAGING_ROLES } from '@mediajobs/domain'
import { allow } from '../access.ts'

/** Also for reads: payloads contain delivery tokens (docs/contract.md#c2-access-webhooks). */
export const MANAGE = allow('WEBHOOKS', MANAGING_ROLES)
