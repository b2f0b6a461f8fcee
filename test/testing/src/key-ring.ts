import { openKeyRing } from '@mediajobs/domain'

/** The key ring of tests, as the variable SECRETS_KEY has it. */
export const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')
export const keyRing = openKeyRing(SECRETS_KEY)
