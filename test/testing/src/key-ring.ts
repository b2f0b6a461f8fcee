import { openKeyRing } from '@mediajobs/domain'

/** For SECRETS_KEY. */
export const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')
export const keyRing = openKeyRing(SECRETS_KEY)
