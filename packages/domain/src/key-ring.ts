import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const CIPHER = 'aes-256-gcm'
// NIST SP 800-38D recommends a nonce of 96 bits for GCM.
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const WANTED =
  '32 bytes in base64, as from `openssl rand -base64 32`, or several of these keys separated by commas'

/** Keys for stored secrets: the newest encrypts, all decrypt. */
export interface KeyRing {
  /** Newest first. An encrypted text contains its key's id. */
  readonly keyIds: readonly string[]
  /** Encrypts `secret`, bound to `row`: decrypting needs the same `row`. */
  encrypt(secret: string, row: string): string
  /** @throws if the text was changed, belongs to another row, or its key is missing. */
  decrypt(text: string, row: string): string
}

/**
 * Parses `SECRETS_KEY`: base64 keys of 32 bytes, newest first, separated by commas.
 *
 * @throws {RangeError} with a message for the operator.
 */
export function openKeyRing(text: string): KeyRing {
  const keys = text.split(',').map((part) => toKey(part.trim()))
  const newest = keys[0]
  if (!newest) throw new RangeError(WANTED)
  return {
    keyIds: keys.map(({ id }) => id),
    encrypt(secret, row) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, newest.key, nonce)
      cipher.setAAD(Buffer.from(row))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const packed = Buffer.concat([nonce, cipher.getAuthTag(), sealed])
      return `v1:${newest.id}:${packed.toString('base64')}`
    },
    decrypt(sealedText, row) {
      const [version, id, packed] = sealedText.split(':')
      const entry = keys.find((candidate) => candidate.id === id)
      if (version !== 'v1' || !packed) throw new Error('not an encrypted secret')
      if (!entry) throw new Error(`the key ${id} that encrypted ${row} is not in SECRETS_KEY`)
      const bytes = Buffer.from(packed, 'base64')
      const decipher = createDecipheriv(CIPHER, entry.key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(row))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      return decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

function toKey(text: string): { id: string; key: KeyObject } {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== text) {
    throw new RangeError(WANTED)
  }
  // Derived, so operators needn't number keys; reveals nothing about the key.
  const id = createHash('sha256').update('key id').update(bytes).digest('hex').slice(0, 8)
  // Imported once: in Node.js the import takes longer than decrypting a secret.
  return { id, key: createSecretKey(bytes) }
}

/** Binds an encrypted signing secret to its row. */
export function signingSecretRow(organizationId: string, subscriptionId: string): string {
  return `webhook_subscriptions:${organizationId}:${subscriptionId}`
}

/** Binds the encrypted headers of a subscription to its row. */
export function ownHeadersRow(organizationId: string, subscriptionId: string): string {
  return `webhook_subscriptions.headers:${organizationId}:${subscriptionId}`
}

/** Binds the encrypted token of a client delivery to its row. */
export function tokenRow(organizationId: string, deliveryId: string): string {
  return `client_deliveries:${organizationId}:${deliveryId}`
}

/** Binds the encrypted token of an order to its row. */
export function orderTokenRow(organizationId: string, orderId: string): string {
  return `orders:${organizationId}:${orderId}`
}

/** Binds the encrypted key of a payment account to its row. */
export function providerKeyRow(organizationId: string, accountId: string): string {
  return `payment_accounts.secret_key:${organizationId}:${accountId}`
}

/** Binds the encrypted webhook secrets of a payment account to its row. */
export function providerWebhookRow(organizationId: string, accountId: string): string {
  return `payment_accounts.webhook_secret:${organizationId}:${accountId}`
}

/** Binds the encrypted token of a payment account to its row. */
export function providerTokenRow(organizationId: string, accountId: string): string {
  return `payment_accounts.token:${organizationId}:${accountId}`
}

/** Binds the encrypted token of a customer's pay link to its row. */
export function payLinkRow(organizationId: string, invoiceId: string): string {
  return `pay_links:${organizationId}:${invoiceId}`
}
