import { newId, type Sql } from '@mediajobs/db'
import {
  changeTime,
  isAway,
  organizations,
  payments,
  paymentAccounts as table,
} from '@mediajobs/db/schema'
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
import { and, desc, eq, inArray, isNotNull, not, sql as raw, type SQL } from 'drizzle-orm'
import {
  conflict,
  invalid,
  notFound,
  type OperationError,
  preconditionFailed,
  unavailable,
} from './shared/errors.ts'
import { expectRecord, type IsExpected } from './shared/record.ts'

/** Stands for a stored secret, in responses and when sent back. */
const MASKED = '********'

/** How the accounts of organizations are opened. */
export interface AccountAccess {
  readonly keyRing: KeyRing
  /** Replaces the address of the provider's API. */
  readonly paymentsApiUrl: string | undefined
}

export interface AccountOptions extends AccountAccess {
  /** The public host of its links also receives the provider's events. */
  readonly deliveryBaseUrl: string
}

export type AccountRow = typeof table.$inferSelect

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

export interface PaymentAccountInput {
  provider: AccountRow['provider']
  /** {@link MASKED} keeps the stored one. */
  secretKey: string
  /** Kept if omitted or {@link MASKED}; `null` removes it. */
  webhookSecret?: string | null
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

/**
 * Stores the account, after the provider has told whose key it is. The previous webhook secret keeps verifying events.
 *
 * @throws {OperationError} `invalid` for a refused key; `conflict` (`payments_open`) if another account would lose sight
 *   of open payments; `unavailable`; `precondition_failed`.
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
      throw preconditionFailed(
        'The account was changed at the same time: read it again, then retry.',
      )
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

/** Removes the account of a locked organization without open payments. @throws `not_found`, `precondition_failed`. */
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
export async function holdAccount({ orm }: Tx, orgId: string): Promise<AccountRow | undefined> {
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

function keyOf(
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

/** Records whether the provider takes the key. A concurrently replaced key keeps its state. */
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

/** The refusal of an operation whose call of the provider failed. Returns other errors as they are. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  switch (error.fault) {
    case 'unreachable':
      return providerUnavailable()
    case 'key_refused':
      return cardPaymentsOff()
    case 'amount_not_payable':
      return conflict(
        'amount_not_payable',
        'The payment provider does not take this amount in this currency.',
      ).at('paymentAmount')
    default:
      return conflict('payment_refused', 'The payment provider refuses this payment.')
  }
}

export function cardPaymentsOff(): OperationError {
  return conflict('card_payments_off', 'The organization takes no card payments at the moment.')
}

export function paymentsOpen(): OperationError {
  return conflict(
    'payments_open',
    'Payments of this account are still open: try again when they have ended, within 30 minutes unless a bank needs longer.',
  )
}

const PROVIDER_RETRY_SECONDS = 5

function providerUnavailable(): OperationError {
  return unavailable(
    'payment_provider_unavailable',
    'The payment provider is unavailable. Try again soon.',
    PROVIDER_RETRY_SECONDS,
  )
}

async function accountOf(provider: PaymentProvider): Promise<ProviderAccount> {
  return provider.accountOf().catch((error) => {
    throw error instanceof ProviderError && error.fault === 'key_refused'
      ? invalid('secretKey', 'not_allowed', 'is refused by the payment provider')
      : refusalOf(error)
  })
}

/** Throws for {@link MASKED} without a stored secret. `undefined`: the stored one. */
function wantedSecrets(
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
function webhookColumns(
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

function shown(row: AccountRow, { keyRing, deliveryBaseUrl }: AccountOptions): PaymentAccount {
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

/** Serializes changes of an organization's account, also before it has one. */
async function lockOrganization({ orm }: Tx, orgId: string): Promise<void> {
  await orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for('no key update')
}

async function lockAccount({ orm }: Tx, orgId: string): Promise<AccountRow | undefined> {
  const [row] = await orm.select().from(table).where(eq(table.organizationId, orgId)).for('update')
  return row
}

/** SQL condition: payments that the provider may still take. */
export function isOpen(orgId: string) {
  return and(
    eq(payments.organizationId, orgId),
    eq(payments.provider, 'STRIPE'),
    inArray(payments.status, ['PENDING', 'PROCESSING']),
  )
}

async function hasOpenPayments(tx: Tx, orgId: string): Promise<boolean> {
  const [open] = await tx.orm
    .select({ id: payments.id })
    .from(payments)
    .where(isOpen(orgId))
    .limit(1)
  return open !== undefined
}

/**
 * Whether another key reads the newest open payment: it's then of the same account. False without an open payment to
 * tell by.
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
