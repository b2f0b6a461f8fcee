import type { Sql } from '@mediajobs/db'
import { changeTime, isAway, paymentAccounts as table } from '@mediajobs/db/schema'
import {
  hashSecret,
  type KeyRing,
  providerKeyRow,
  providerTokenRow,
  providerWebhookRow,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { openProvider, type PaymentProvider } from '@mediajobs/payments'
import { and, eq, not, sql as raw } from 'drizzle-orm'
import { invalid, notFound, type OperationError } from '../shared/errors.ts'

/** What's needed to use an organization's account. */
export interface AccountAccess {
  readonly keyRing: KeyRing
  /** Overrides the URL of the provider's API. */
  readonly paymentsApiUrl: string | undefined
}

export interface AccountOptions extends AccountAccess {
  /** The public host of its links also receives the provider's events. */
  readonly deliveryBaseUrl: string
}

/** An account, as shown to administrators. */
export interface PaymentAccount
  extends Pick<
    AccountRow,
    'provider' | 'livemode' | 'accountName' | 'state' | 'createdAt' | 'updatedAt'
  > {
  /** Masked. */
  secretKey: string
  webhookSecret: string | null
  /** Where the provider sends its events. */
  webhookUrl: string
}

/** @throws {OperationError} `not_found`. */
export async function getPaymentAccount(
  sql: Sql,
  orgId: string,
  options: AccountOptions,
): Promise<PaymentAccount> {
  const row = await findAccount(sql, orgId)
  if (!row) throw notFound()
  return shown(row, options)
}

export async function findAccount({ orm }: Sql, orgId: string): Promise<AccountRow | undefined> {
  const [row] = await orm.select().from(table).where(eq(table.organizationId, orgId))
  return row
}

/** The account that receives events at `token`. @throws {OperationError} `not_found`. */
export async function findAccountByToken({ orm }: Sql, token: string): Promise<AccountRow> {
  const [row] = await orm
    .select()
    .from(table)
    .where(
      and(
        eq(table.tokenHash, hashSecret(token)),
        not(raw.raw(isAway('payment_accounts.organization_id'))),
      ),
    )
  if (!row) throw notFound().naming(token)
  return row
}

/** Keeps the account from being changed or removed until the commit. */
export async function lockAccountForShare(
  { orm }: Tx,
  orgId: string,
): Promise<AccountRow | undefined> {
  const [row] = await orm.select().from(table).where(eq(table.organizationId, orgId)).for('share')
  return row
}

export function openAccount(
  row: Pick<AccountRow, 'organizationId' | 'id' | 'secretKeyEncrypted' | 'provider'>,
  { keyRing, paymentsApiUrl }: AccountAccess,
): PaymentProvider {
  return openProvider({
    provider: row.provider,
    secretKey: keyOf(row, keyRing),
    apiUrl: paymentsApiUrl,
  })
}

/** Records whether the provider accepts the key. A concurrently replaced key keeps its state. */
export async function setAccountState(
  { orm }: Sql,
  { organizationId, secretKeyEncrypted }: Pick<AccountRow, 'organizationId' | 'secretKeyEncrypted'>,
  state: AccountRow['state'],
): Promise<void> {
  await orm
    .update(table)
    .set({ state, updatedAt: changeTime })
    .where(
      and(
        eq(table.organizationId, organizationId),
        eq(table.secretKeyEncrypted, secretKeyEncrypted),
        not(eq(table.state, state)),
      ),
    )
}

/** The account as administrators see it. */
export function shown(
  row: AccountRow,
  { keyRing, deliveryBaseUrl }: AccountOptions,
): PaymentAccount {
  const { provider, livemode, accountName, state, createdAt, updatedAt } = row
  const token = keyRing.decrypt(row.tokenEncrypted, providerTokenRow(row.organizationId, row.id))
  return {
    provider,
    secretKey: MASKED,
    webhookSecret: row.webhookSecretEncrypted === null ? null : MASKED,
    webhookUrl: `${new URL(deliveryBaseUrl).origin}/payment-events/${token}`,
    livemode,
    accountName,
    state,
    createdAt,
    updatedAt,
  }
}

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

/** The secrets to store; `undefined` keeps a stored one. @throws `invalid` for {@link MASKED} without one. */
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
