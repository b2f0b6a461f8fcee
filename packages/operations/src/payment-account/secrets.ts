import type { paymentAccounts as table } from '@mediajobs/db/schema'
import { type KeyRing, providerKeyRow, providerWebhookRow } from '@mediajobs/domain'
import { invalid, type OperationError } from '../shared/errors.ts'

/** Stands for a stored secret, in responses and when sent back. */
export const MASKED = '********'

export type AccountRow = typeof table.$inferSelect

export interface PaymentAccountInput {
  provider: AccountRow['provider']
  /** {@link MASKED} keeps the stored one. */
  secretKey: string
  /** Kept if omitted or {@link MASKED}; `null` removes it. */
  webhookSecret?: string | null
}

/** The key of the provider's API. */
export function keyOf(
  row: Pick<AccountRow, 'organizationId' | 'id' | 'secretKeyEncrypted'>,
  keyRing: KeyRing,
): string {
  return keyRing.decrypt(row.secretKeyEncrypted, providerKeyRow(row.organizationId, row.id))
}

/** The secrets that verify events, newest first. */
export function webhookSecrets(
  { organizationId, id, webhookSecretEncrypted, previousWebhookSecretEncrypted }: AccountRow,
  keyRing: KeyRing,
): string[] {
  return [webhookSecretEncrypted, previousWebhookSecretEncrypted]
    .filter((sealed) => sealed !== null)
    .map((sealed) => keyRing.decrypt(sealed, providerWebhookRow(organizationId, id)))
}

/** Throws for {@link MASKED} without a stored secret. `undefined` keeps the stored one. */
export function wantedSecrets(
  { secretKey, webhookSecret }: PaymentAccountInput,
  stored: AccountRow | undefined,
) {
  if (secretKey === MASKED && !stored) throw noStored('secretKey')
  if (webhookSecret === MASKED && !stored?.webhookSecretEncrypted) throw noStored('webhookSecret')
  return {
    secretKey: secretKey === MASKED ? undefined : secretKey,
    webhookSecret: webhookSecret === MASKED ? undefined : webhookSecret,
  }
}

function noStored(path: string): OperationError {
  return invalid(
    path,
    'not_allowed',
    `must be the actual value: ${MASKED} stands for a stored one, and there is none`,
  )
}

/** The columns to write for a webhook secret; none if unchanged. */
export function webhookColumns(
  wanted: string | null | undefined,
  current: AccountRow | undefined,
  row: string,
  keyRing: KeyRing,
) {
  if (wanted === undefined) return {}
  if (wanted === null) return { webhookSecretEncrypted: null, previousWebhookSecretEncrypted: null }
  const sealed = current?.webhookSecretEncrypted ?? null
  if (sealed !== null && keyRing.decrypt(sealed, row) === wanted) return {}
  return {
    webhookSecretEncrypted: keyRing.encrypt(wanted, row),
    ...(sealed !== null && { previousWebhookSecretEncrypted: sealed }),
  }
}
