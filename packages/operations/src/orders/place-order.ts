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
import type { PortalCaller } from '../portal/sessions.ts'
import type { Project } from '../projects/project.ts'
import { conflict, invalid, notFound, priceChanged } from '../shared/errors.ts'
import { type Booker, lockBooker, termsOf } from './booker.ts'
import { confirmOrder } from './confirm-order.ts'
import { type Answers, answersTo, type OrderFormRow } from './form.ts'
import { holdExpired, isHoldLive, lockHold, type OrderRow, orders } from './order.ts'
import { quoteOrder, withDiscountCode } from './order-quote.ts'
import { requestOrder } from './receive-payment.ts'
import { shootMinutes, slotTaken, technicianFor } from './slots.ts'

interface OrderInput {
  holdToken: string
  selection: {
    packageId?: string | null
    addOnIds?: readonly string[]
    discountCode?: string | null
  }
  propertySize?: number | null
  address: { [Field in AddressField | 'lat' | 'lng']?: Project[Field] }
  answers?: Answers
  acceptedTerms?: boolean
  /** The price that the client saw. */
  expectedTotalAmount?: number
}

interface GuestOrderInput extends OrderInput {
  customer: { name: string; email: string; phone?: string | null; language?: Language | null }
}

/** A signed-in customer, whose details are on file. */
interface CustomerOrderInput extends OrderInput {
  caller: PortalCaller
  /** The language of pages and mails. Default: the customer's. */
  language?: Language | null
}

export type PlaceOrderInput = GuestOrderInput | CustomerOrderInput

/**
 * Places an order at a held time. The hold is the idempotency key: a repeat returns the same order, even concurrently.
 * An order with nothing due is confirmed, or requested from staff, in the same transaction. docs/contract.md#c20-orders
 *
 * @param input `callerAddress` is the caller's IP address
 * @throws {OperationError} `too_many` as in `withDiscountCode`; `not_found`; `invalid`; `conflict` (`hold_expired`,
 *   `price_changed`, `slot_taken`, `card_payments_off`, `order_placed` if the details differ from the first call's).
 */
export function placeHeldOrder(
  store: Pick<Store, 'sql' | 'transaction'>,
  publicId: string,
  input: PlaceOrderInput & { callerAddress: string },
  options: Pick<AccountOptions, 'keyRing'>,
): Promise<OrderRow> {
  const place = () => store.transaction((tx) => placeHeld(tx, publicId, input, options))
  return withDiscountCode(store.sql, input.callerAddress, input.selection.discountCode, place)
}

async function placeHeld(
  tx: Tx,
  publicId: string,
  input: PlaceOrderInput,
  { keyRing }: Pick<AccountOptions, 'keyRing'>,
): Promise<OrderRow> {
  const { form, order } = await lockHold(tx, publicId, input.holdToken)
  const booker = 'caller' in input ? await bookerOf(tx, input.caller, order) : null
  const choice = choiceOf(input)
  const client = clientOf(input, booker)
  const details = { ...choice, ...client }
  if (order.placedAt !== null) return repeated(tx, { form, order, choice, client, booker }, input)
  if (!form.active || form.archivedAt !== null) throw notFound()
  const agreed = await agree(tx, { form, order, details, booker }, input)
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

/**
 * The order placed with this hold. Until it is paid, the client may still correct their details and answers.
 *
 * @throws {OperationError} `conflict` (`order_placed`) for another choice or customer; `invalid` for the answers.
 */
async function repeated(
  tx: Tx,
  { form, order, choice, client, booker }: Repeated,
  { answers }: OrderInput,
): Promise<OrderRow> {
  const sameChoice = { ...choice, customerId: booker?.customer.id ?? null }
  if (order.status === 'PAYMENT_DUE' && isSame(order, sameChoice)) {
    const changed = { ...client, answers: answersTo(form.questions, answers ?? {}) }
    if (isSame(order, changed)) return order
    return orders.set(tx, order.organizationId, order.id, { ...changed, updatedAt: changeTime })
  }
  // A customer's details aren't compared: they may be edited between two tries.
  if (isSame(order, booker ? sameChoice : { ...choice, ...client })) return order
  throw conflict('order_placed', 'This order was placed with other details: hold a time again.')
}

/** The current change policy, which then applies to the order. */
async function policyOf(tx: Tx, orgId: string): Promise<OrderRow['changePolicy']> {
  const { changePolicy, id } = organizations
  const [found] = await tx.orm.select({ changePolicy }).from(organizations).where(eq(id, orgId))
  return found?.changePolicy ?? null
}

/** Checks the client's answers, and that the time and price they saw still hold. */
async function agree(
  tx: Tx,
  { form, order, details, booker }: Placing,
  { answers, acceptedTerms, expectedTotalAmount }: OrderInput,
) {
  const answered = answersTo(form.questions, answers ?? {})
  if (form.terms !== null && acceptedTerms !== true) {
    throw invalid('acceptedTerms', 'required', 'must be true: the form has terms')
  }
  const { selection, propertySize, ...address } = details
  const terms = termsOf(form, booker?.group ?? null)
  const quote = await quoteOrder(tx, terms, { selection, propertySize, address })
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

/**
 * The session's customer.
 *
 * @throws {OperationError} `not_found` for a hold of another organization; as in {@link lockBooker}.
 */
async function bookerOf(tx: Tx, caller: PortalCaller, order: OrderRow): Promise<Booker> {
  if (caller.organizationId !== order.organizationId) throw notFound()
  return lockBooker(tx, caller)
}

/** The client's selection, as stored. */
function choiceOf({ selection, propertySize = null, address }: OrderInput) {
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
  }
}

/** The client's details, as stored. A guest is matched to a customer on confirmation. */
function clientOf(input: PlaceOrderInput, booker: Booker | null) {
  const customer = 'customer' in input ? input.customer : booker?.customer
  if (!customer) throw new Error('an order without a customer')
  const language = 'customer' in input ? customer.language : (input.language ?? customer.language)
  return {
    ...(booker && { customerId: booker.customer.id }),
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone ?? null,
    language: language ?? null,
  }
}

interface Repeated {
  form: OrderFormRow
  order: OrderRow
  choice: ReturnType<typeof choiceOf>
  client: ReturnType<typeof clientOf>
  booker: Booker | null
}

interface Placing {
  form: OrderFormRow
  order: OrderRow
  details: ReturnType<typeof choiceOf> & ReturnType<typeof clientOf>
  booker: Booker | null
}

function isSame(order: OrderRow, details: Partial<OrderRow>): boolean {
  return Object.entries(details).every(([field, value]) =>
    isDeepStrictEqual(order[field as keyof OrderRow], value),
  )
}

/** @throws {OperationError} `conflict` (`card_payments_off`). */
async function expectAccount(sql: Sql, orgId: string): Promise<void> {
  const account = await findAccount(sql, orgId)
  if (account?.state !== 'READY') throw cardPaymentsOff()
}
