import type { Sql } from '@mediajobs/db'
import { changeTime, isAway, paymentAccounts as table } from '@mediajobs/db/schema'
import { hashSecret, type KeyRing, providerTokenRow } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { openProvider, type PaymentProvider } from '@mediajobs/payments'
import { and, eq, not, sql as raw } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { type AccountRow, keyOf, MASKED } from './secrets.ts'

/** What it takes to use an organization's account. */
export interface AccountAccess {
  readonly keyRing: KeyRing
  /** Overrides the URL of the provider's API. */
  readonly paymentsApiUrl: string | undefined
}

export interface AccountOptions extends AccountAccess {
  /** The public host of its links also receives the provider's events. */
  readonly deliveryBaseUrl: string
}

/** As shown to administrators. */
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

/** The administrators' view. */
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
