// Raw SQL: a lookup and a write in one statement.
import type { Sql } from '@mediajobs/db'
import { isResting } from '@mediajobs/db/schema'
import type { Store } from '@mediajobs/outbox'
import { type PaymentHint, ProviderError } from '@mediajobs/payments'
import {
  type AccountAccess,
  type AccountRow,
  openAccount,
  webhookSecrets,
} from '../payment-account/index.ts'
import type { FoundPayLink } from '../payments/pay-links.ts'
import { OperationError } from '../shared/errors.ts'

/**
 * Verifies an event signed by the provider and returns its subject; `null` unless it concerns a payment.
 *
 * @throws {OperationError} `signature_invalid`.
 */
export async function verifyEvent(
  account: AccountRow,
  event: { body: Buffer; signature: string | undefined },
  access: AccountAccess,
): Promise<PaymentHint | null> {
  const secrets = webhookSecrets(account, access.keyRing)
  if (secrets.length === 0) throw signatureInvalid()
  const provider = openAccount(account, access)
  return provider.readEvent(event.body, event.signature, secrets).catch((error) => {
    throw error instanceof ProviderError && error.fault === 'bad_signature'
      ? signatureInvalid()
      : error
  })
}

function signatureInvalid(): OperationError {
  return new OperationError('invalid', 'signature_invalid', [
    'The signature is missing, wrong or too old.',
  ])
}

// The account may also take payments outside this service: their events aren't ours. An event without our reference
// may belong to a payment whose provider id isn't known yet.
const RECORD = `
  insert into payment_hints (organization_id, event_id, payment_id, provider_payment_id)
  select $1, $2, $3, $4
  where exists (select from payments where organization_id = $1 and id = $3)
    or exists (select from payments where organization_id = $1 and provider = 'STRIPE'
      and provider_payment_id = $4)
    or ($3::uuid is null and exists (select from payments
      where organization_id = $1 and status = 'PENDING' and provider_payment_id is null))
  on conflict do nothing
  returning event_id`

/**
 * Records that a payment changed, and wakes the dispatchers to read it. Idempotent by event.
 *
 * @returns whether the event is new and may concern one of our payments
 */
export function recordHint(
  store: Pick<Store, 'transaction'>,
  orgId: string,
  { eventId, paymentId, providerPaymentId }: PaymentHint,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const recorded = await tx.query(RECORD, [orgId, eventId, paymentId, providerPaymentId])
    if (recorded.length > 0) tx.wakeDispatchers('payments')
    return recorded.length > 0
  })
}

const BATCH = 200

// A payment in progress learns its provider id from its first reading; until then its events wait, for two hours at
// most.
const TAKE_OVER = `
  with named as (
    select hint.organization_id, hint.event_id, payment.id
    from payment_hints as hint
    join payments as payment on payment.organization_id = hint.organization_id
      and (payment.id = hint.payment_id
        or (payment.provider = 'STRIPE' and payment.provider_payment_id = hint.provider_payment_id))
    where hint.read_at is null and hint.received_at > now() - interval '2 hours'
      and not ${isResting('hint.organization_id')}
    order by hint.received_at limit ${BATCH}
    for update of hint skip locked
  ), due as (
    update payments as payment set next_read_at = least(payment.next_read_at, now())
    from (select distinct organization_id, id from named) as named
    where payment.organization_id = named.organization_id and payment.id = named.id
  )
  update payment_hints as hint set read_at = now()
  from named
  where hint.organization_id = named.organization_id and hint.event_id = named.event_id
  returning 1`

/** Makes the payments of recorded events due. */
export async function takeOverHints(sql: Sql): Promise<void> {
  let count: number
  do {
    count = (await sql.query(TAKE_OVER)).length
  } while (count === BATCH)
}

// Payments in progress, for an invoice or an order.
const UNDER_WAY = `organization_id = $1 and provider = 'STRIPE'
    and status in ('PENDING', 'PROCESSING') and checkout_id is not null`
const OPEN = {
  invoice: `select 1 from payments where ${UNDER_WAY} and invoice_id = $2 limit 1`,
  order: `select 1 from payments where ${UNDER_WAY} and order_id = $2 limit 1`,
}
// The page polls every few seconds.
const REQUEST = `
  update payments set next_read_at = now(), updated_at = now()
  where ${UNDER_WAY} and (invoice_id = $2 or order_id = $2)
    and updated_at < now() - interval '4 seconds'
  returning 1`

/**
 * Requests a reading of the open payments of a pay link's invoice, at most every four seconds: the payer may be back.
 */
export async function requestReading(
  store: Pick<Store, 'sql' | 'transaction'>,
  { organizationId, invoiceId }: FoundPayLink,
): Promise<void> {
  await requestReadings(store, 'invoice', [organizationId, invoiceId])
}

/** {@link requestReading} for an order. */
export function requestOrderReading(
  store: Pick<Store, 'sql' | 'transaction'>,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  return requestReadings(store, 'order', [organizationId, id])
}

async function requestReadings(
  store: Pick<Store, 'sql' | 'transaction'>,
  what: keyof typeof OPEN,
  ids: readonly string[],
): Promise<void> {
  const isOpen = await store.sql.query(OPEN[what], ids)
  if (isOpen.length === 0) return
  await store.transaction(async (tx) => {
    const requested = await tx.query(REQUEST, ids)
    if (requested.length > 0) tx.wakeDispatchers('payments')
  })
}
