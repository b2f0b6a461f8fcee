import type { Sql } from '@mediajobs/db'
import {
  dueAmountOf,
  MAX_WRONG_DISCOUNT_CODES,
  type OrderSelection,
  type Place,
  type RateWindow,
  WRONG_DISCOUNT_CODE_SPAN_MS,
} from '@mediajobs/domain'
import { networkOf } from '../credentials/networks.ts'
import { withOutcomeLimit } from '../credentials/rate-windows.ts'
import type { CustomerGroup } from '../customer-groups/groups.ts'
import { type Quote, quotePrice } from '../pricing.ts'
import { notFound, OperationError, tooMany } from '../shared/errors.ts'
import type { OrderFormRow } from './form.ts'

/** A client's selection and its location. */
export interface OrderChoice {
  selection: Partial<OrderSelection>
  /** In the organization's unit. */
  propertySize?: number | null
  address?: Place
}

/** A form, on its client's terms. */
export interface OrderTerms {
  form: OrderFormRow
  /** A signed-in customer's group. Null: catalog prices. */
  group: CustomerGroup | null
}

/** An order's price, and the part due to confirm it. */
export interface OrderQuote extends Quote {
  dueAmount: number
}

/** The request's names for the fields of {@link quotePrice}. */
export type ChoiceNames = Readonly<Record<(typeof QUOTED)[number], string>>

const QUOTED = ['packageId', 'selectedAddOnIds', 'discountCode', 'postalCode', 'lat'] as const
const QUOTED_NAME = new RegExp(`\\b(${QUOTED.join('|')})\\b`, 'g')

const BODY_NAMES: ChoiceNames = {
  packageId: 'selection.packageId',
  selectedAddOnIds: 'selection.addOnIds',
  discountCode: 'selection.discountCode',
  postalCode: 'address.postalCode',
  lat: 'address.lat',
}

/**
 * Quotes a choice of the form's offers.
 *
 * @throws {OperationError} `not_found` for an offer that is archived or not on the form; otherwise as in `quotePrice`.
 */
export async function quoteOrder(
  sql: Sql,
  { form, group }: OrderTerms,
  { selection, propertySize, address = {} }: OrderChoice,
  names: ChoiceNames = BODY_NAMES,
): Promise<OrderQuote> {
  const { packageId = null, addOnIds = [], discountCode = null } = selection
  const foreign = [
    ...(packageId !== null && !form.packageIds.includes(packageId) ? [names.packageId] : []),
    ...(addOnIds.some((id) => !form.addOnIds.includes(id)) ? [names.selectedAddOnIds] : []),
  ]
  if (foreign.length > 0) throw notFound().at(...foreign)
  const { postalCode = null, lat = null, lng = null } = address
  const quote = await quotePrice(sql, form.organizationId, {
    packageId,
    selectedAddOnIds: addOnIds,
    discountCode,
    group,
    ...(propertySize !== undefined && { propertySize }),
    postalCode,
    lat,
    lng,
  }).catch((error) => {
    throw error instanceof OperationError ? renamed(error, names) : error
  })
  return { ...quote, dueAmount: dueAmountOf(form, quote.totalAmount) }
}

/** `error` with the field names of the caller's request. */
function renamed(error: OperationError, names: ChoiceNames): OperationError {
  const inRequest = (text: string) =>
    text.replaceAll(QUOTED_NAME, (name) => names[name as keyof ChoiceNames])
  const { kind, code, messages, fields, retryAfterSeconds } = error
  const same = new OperationError(kind, code, messages.map(inRequest), retryAfterSeconds)
  same.fields = fields.map(({ path, message, ...field }) => ({
    ...field,
    path: inRequest(path),
    message: inRequest(message),
  }))
  return same
}

const WRONG_CODES: RateWindow = {
  limit: MAX_WRONG_DISCOUNT_CODES,
  spanMs: WRONG_DISCOUNT_CODE_SPAN_MS,
}

/**
 * Runs `work`, which looks up a client's discount code. The code counts as wrong until `work` accepts it, so
 * concurrent guesses don't slip through.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` after {@link MAX_WRONG_DISCOUNT_CODES} wrong ones from the network.
 */
export async function withDiscountCode<Result>(
  sql: Sql,
  address: string,
  code: string | null | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!code) return work()
  const limit = {
    subject: `order:discount:${networkOf(address)}`,
    window: WRONG_CODES,
    refusal: (waitSeconds: number) => {
      const message = 'Too many discount codes were wrong: retry after Retry-After seconds.'
      return tooMany('rate_limited', message, waitSeconds)
    },
    counts: isAboutCode,
  }
  return withOutcomeLimit(sql, limit, work)
}

function isAboutCode(error: unknown): boolean {
  if (!(error instanceof OperationError)) return false
  return error.fields.some(({ path }) => path === BODY_NAMES.discountCode)
}
