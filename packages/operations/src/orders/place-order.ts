import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '@mediajobs/db'
import { changeTime, organizations } from '@mediajobs/db/schema'
import {
  type AddressField,
  hashSecret,
  type Language,
  orderTokenRow,
  randomToken,
} from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { eq } from 'drizzle-orm'
import { type AccountOptions, cardPaymentsOff, findAccount } from '../payment-account/index.ts'
import type { Project } from '../projects/project.ts'
import { conflict, invalid, notFound, priceChanged } from '../shared/errors.ts'
import { type Answers, answersTo } from './answers.ts'
import { confirmOrder } from './confirm-order.ts'
import { withDiscountCode } from './discount-codes.ts'
import type { OrderFormRow } from './form.ts'
import { holdExpired, isHoldLive, lockHold, type OrderRow, orders } from './order.ts'
import { quoteOrder } from './order-quote.ts'
import { requestOrder } from './receive-payment.ts'
import { shootMinutes, slotTaken } from './slots.ts'
import { technicianFor } from './technician.ts'

export interface PlaceOrderInput {
  holdToken: string
  selection: {
    packageId?: string | null
    addOnIds?: readonly string[]
    discountCode?: string | null
  }
  propertySize?: number | null
  address: { [Field in AddressField | 'lat' | 'lng']?: Project[Field] }
  answers?: Answers
  customer: { name: string; email: string; phone?: string | null; language?: Language | null }
  acceptedTerms?: boolean
  /** The price that the client saw. */
  expectedTotalAmount?: number
}

/**
 * Orders at a held time. The hold is the idempotency key: a repeat returns the same order, concurrently too. An order of
 * which nothing is due is confirmed, or requested of staff, in the same transaction. docs/contract.md#c20-orders
 *
 * @param input `callerAddress` is the caller's IP address
 * @throws {OperationError} `too_many` as `withDiscountCode`; `not_found`; `invalid`; `conflict` (`hold_expired`, `price_changed`, `slot_taken`,
 *   `order_placed` for other details than the first call's, `card_payments_off`).
 */
export function placeHeldOrder(
  store: Pick<Store, 'sql' | 'transaction'>,
  publicId: string,
  { callerAddress, ...input }: PlaceOrderInput & { callerAddress: string },
  options: Pick<AccountOptions, 'keyRing'>,
): Promise<OrderRow> {
  const place = () => store.transaction((tx) => placeHeld(tx, publicId, input, options))
  return withDiscountCode(store.sql, callerAddress, input.selection.discountCode, place)
}

async function placeHeld(
  tx: Tx,
  publicId: string,
  input: PlaceOrderInput,
  { keyRing }: Pick<AccountOptions, 'keyRing'>,
): Promise<OrderRow> {
  const { form, order } = await lockHold(tx, publicId, input.holdToken)
  const details = detailsOf(input)
  if (order.placedAt !== null) {
    if (isSame(order, details)) return order
    throw conflict('order_placed', 'This order was placed with other details: hold a time again.')
  }
  if (!form.active || form.archivedAt !== null) throw notFound()
  const agreed = await agree(tx, form, order, details, input)
  const { organizationId, id } = order
  const token = randomToken(tx.cell)
  const placed = await orders.set(tx, organizationId, id, {
    ...details,
    ...agreed,
    status: 'PAYMENT_DUE',
    tokenHash: hashSecret(token),
    tokenEncrypted: keyRing.encrypt(token, orderTokenRow(organizationId, id)),
    acceptedTermsAt: form.terms === null ? null : changeTime,
    changePolicy: await policyOf(tx, organizationId),
    placedAt: changeTime,
    updatedAt: changeTime,
  })
  if (agreed.dueAmount > 0) return placed
  if (form.confirmation === 'BY_STAFF') return requestOrder(tx, placed, agreed)
  return (await confirmOrder(tx, placed, { form, actor: null })).order
}

/** What changes of plan cost as the client orders. */
async function policyOf(tx: Tx, orgId: string): Promise<OrderRow['changePolicy']> {
  const { changePolicy, id } = organizations
  const [found] = await tx.orm.select({ changePolicy }).from(organizations).where(eq(id, orgId))
  return found?.changePolicy ?? null
}

/** Checks what the client wrote, and that time and price are still those that they saw. */
async function agree(
  tx: Tx,
  form: OrderFormRow,
  order: OrderRow,
  details: Details,
  { answers, acceptedTerms, expectedTotalAmount }: PlaceOrderInput,
) {
  const answered = answersTo(form.questions, answers ?? {})
  if (form.terms !== null && acceptedTerms !== true) {
    throw invalid('acceptedTerms', 'required', 'must be true: the form has terms')
  }
  const { selection, propertySize, ...address } = details
  const quote = await quoteOrder(tx, form, { selection, propertySize, address })
  if (order.status !== 'HELD' || !(await isHoldLive(tx, order))) throw holdExpired()
  const { currency, lineItems, discountRule, totalAmount, dueAmount } = quote
  if (expectedTotalAmount !== undefined && expectedTotalAmount !== totalAmount) {
    throw priceChanged(quote)
  }
  const durationMinutes = shootMinutes(quote)
  const time = await technicianFor(tx, form, { ...order, ...details, durationMinutes })
  if (time.orderConflict) throw slotTaken()
  if (dueAmount > 0) await expectAccount(tx, order.organizationId)
  const price = { currency, lineItems, discountRule, totalAmount, dueAmount }
  return { ...price, ...time, durationMinutes, answers: answered }
}

/** What the client wrote, as stored. */
function detailsOf({ selection, propertySize = null, address, customer }: PlaceOrderInput) {
  const { packageId = null, addOnIds = [], discountCode = null } = selection
  return {
    selection: { packageId, addOnIds: [...new Set(addOnIds)], discountCode },
    propertySize,
    addressLine1: address.addressLine1 ?? null,
    addressLine2: address.addressLine2 ?? null,
    city: address.city ?? null,
    region: address.region ?? null,
    postalCode: address.postalCode ?? null,
    countryCode: address.countryCode ?? null,
    lat: address.lat ?? null,
    lng: address.lng ?? null,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone ?? null,
    language: customer.language ?? null,
  }
}

type Details = ReturnType<typeof detailsOf>

function isSame(order: OrderRow, details: Details): boolean {
  return Object.entries(details).every(([field, value]) =>
    isDeepStrictEqual(order[field as keyof Details], value),
  )
}

/** @throws {OperationError} `conflict` (`card_payments_off`). */
async function expectAccount(sql: Sql, orgId: string): Promise<void> {
  const account = await findAccount(sql, orgId)
  if (account?.state !== 'READY') throw cardPaymentsOff()
}
