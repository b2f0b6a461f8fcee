import { newId, type Sql } from '@mediajobs/db'
import { changeTime, payments, paymentAccounts as table } from '@mediajobs/db/schema'
import {
  hashSecret,
  type KeyRing,
  providerKeyRow,
  providerTokenRow,
  providerWebhookRow,
  randomToken,
} from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import {
  openProvider,
  type PaymentProvider,
  type ProviderAccount,
  ProviderError,
} from '@mediajobs/payments'
import { and, desc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import { invalid, notFound, preconditionFailed } from '../shared/errors.ts'
import { expectRecord, type IsExpected, lockOrganization } from '../shared/record.ts'
import {
  type AccountOptions,
  type AccountRow,
  findAccount,
  keyOf,
  type PaymentAccount,
  type PaymentAccountInput,
  shown,
  wantedSecrets,
  webhookColumns,
} from './account.ts'
import { paymentsOpen, refusalOf } from './refusals.ts'

/**
 * Stores the account once the provider has identified the key's owner. The previous webhook secret keeps verifying
 * events.
 *
 * @throws {OperationError} `invalid` for a refused key; `conflict` (`payments_open`) if a different account would lose
 *   track of open payments; `unavailable`; `precondition_failed`.
 */
export async function putPaymentAccount(
  store: Pick<Store, 'sql' | 'transaction'>,
  orgId: string,
  input: PaymentAccountInput,
  options: AccountOptions,
  isExpected?: IsExpected<PaymentAccount>,
): Promise<PaymentAccount> {
  const { keyRing } = options
  const before = await findAccount(store.sql, orgId)
  const { secretKey } = wantedSecrets(input, before)
  const storedKey = before && keyOf(before, keyRing)
  const wantedKey = secretKey ?? (storedKey as string)
  const provider = openProvider({
    provider: input.provider,
    secretKey: wantedKey,
    apiUrl: options.paymentsApiUrl,
  })
  const account = await accountOf(provider)
  const isOtherKey = before !== undefined && wantedKey !== storedKey
  const isSame = !isOtherKey || (await readsOpenPayments(store.sql, orgId, provider, account))
  return store.transaction(async (tx) => {
    await lockOrganization(tx, orgId)
    const current = await lockAccount(tx, orgId)
    expectRecord(current && shown(current, options), isExpected)
    if (current?.secretKeyEncrypted !== before?.secretKeyEncrypted)
      throw preconditionFailed('Someone else changed the account: read it again, then retry.')
    if (!isSame && (await hasOpenPayments(tx, orgId))) throw paymentsOpen()
    const id = current?.id ?? newId()
    const secrets = wantedSecrets(input, current)
    const changes = {
      provider: input.provider,
      livemode: account.livemode,
      accountName: account.name,
      state: 'READY' as const,
      ...(wantedKey !== storedKey && {
        secretKeyEncrypted: keyRing.encrypt(wantedKey, providerKeyRow(orgId, id)),
      }),
      ...webhookColumns(secrets.webhookSecret, current, providerWebhookRow(orgId, id), keyRing),
    }
    const row = current
      ? await change(tx, current, changes)
      : await insert(tx, orgId, id, changes, keyRing)
    return shown(row, options)
  })
}

/**
 * Removes the organization's account.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`; `conflict` (`payments_open`).
 */
export async function deleteAccount(
  tx: Tx,
  orgId: string,
  options: AccountOptions,
  isExpected?: IsExpected<PaymentAccount>,
): Promise<void> {
  await lockOrganization(tx, orgId)
  const current = await lockAccount(tx, orgId)
  if (!current) throw notFound()
  expectRecord(shown(current, options), isExpected)
  if (await hasOpenPayments(tx, orgId)) throw paymentsOpen()
  await tx.orm.delete(table).where(eq(table.organizationId, orgId))
}

async function accountOf(provider: PaymentProvider): Promise<ProviderAccount> {
  return provider.accountOf().catch((error) => {
    throw error instanceof ProviderError && error.fault === 'key_refused'
      ? invalid('secretKey', 'not_allowed', 'was refused by the payment provider')
      : refusalOf(error)
  })
}

type Changes = Partial<typeof table.$inferInsert>

async function change(tx: Tx, { organizationId }: AccountRow, changes: Changes) {
  const [row] = await tx.orm
    .update(table)
    .set({ ...changes, updatedAt: changeTime } as Changes & { updatedAt: SQL })
    .where(eq(table.organizationId, organizationId))
    .returning()
  return row as AccountRow
}

async function insert(tx: Tx, orgId: string, id: string, changes: Changes, keyRing: KeyRing) {
  const token = randomToken(tx.cell)
  const [row] = await tx.orm
    .insert(table)
    .values({
      ...(changes as typeof table.$inferInsert),
      organizationId: orgId,
      id,
      tokenHash: hashSecret(token),
      tokenEncrypted: keyRing.encrypt(token, providerTokenRow(orgId, id)),
    })
    .returning()
  return row as AccountRow
}

async function lockAccount({ orm }: Tx, orgId: string): Promise<AccountRow | undefined> {
  const [row] = await orm.select().from(table).where(eq(table.organizationId, orgId)).for('update')
  return row
}

/** SQL condition: payments that the provider may still collect. */
export function isOpen(orgId: string) {
  return and(
    eq(payments.organizationId, orgId),
    eq(payments.provider, 'STRIPE'),
    inArray(payments.status, ['PENDING', 'PROCESSING']),
  )
}

async function hasOpenPayments({ orm }: Sql, orgId: string): Promise<boolean> {
  const [open] = await orm.select({ id: payments.id }).from(payments).where(isOpen(orgId)).limit(1)
  return open !== undefined
}

/**
 * Whether another key can read the newest open payment, and so belongs to the same account. False if none has reached
 * the provider.
 *
 * @throws {OperationError} `conflict` (`payments_open`) for another account; `unavailable`.
 */
async function readsOpenPayments(
  { orm }: Sql,
  orgId: string,
  provider: PaymentProvider,
  { livemode }: ProviderAccount,
): Promise<boolean> {
  const [newest] = await orm
    .select()
    .from(payments)
    .where(and(isOpen(orgId), isNotNull(payments.checkoutId)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  if (!newest) return false
  if (newest.livemode !== livemode) throw paymentsOpen()
  try {
    await provider.readPayment(newest)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.fault === 'unreachable') throw refusalOf(error)
    throw paymentsOpen()
  }
}
