import { type Sql, violatedConstraint } from '@mediajobs/db'
import { addOns, changeTime, discounts as discountsTable, packages } from '@mediajobs/db/schema'
import { type RefusedField, type SizeTier, toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql as raw, type SQL } from 'drizzle-orm'
import { checkNewCurrency } from './shared/currencies.ts'
import { conflict, refusedField, refuseFields } from './shared/errors.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import { expectRecord, type IsExpected, record } from './shared/record.ts'

/** A package or an add-on: same fields. A project has at most one package, and any number of add-ons. */
export type Offer = typeof packages.$inferSelect

/** An offer's writable fields; `null` clears. */
export interface OfferInput {
  name: string
  description?: string | null
  /** In the currency's minor unit. */
  priceAmount: number
  /** ISO 4217. */
  currency: string
  mediaTypes?: Offer['mediaTypes']
  durationMinutes?: number | null
  /** By the property's size, ascending. Null: one price. */
  sizeTiers?: readonly SizeTierInput[] | null
  /** Hundredths of a percent. Null: the organization's. */
  taxBasisPoints?: number | null
}

/** `durationMinutes` defaults to the offer's. */
export type SizeTierInput = Omit<SizeTier, 'durationMinutes'> & { durationMinutes?: number | null }

export type Discount = typeof discountsTable.$inferSelect

/** A discount's writable fields; `null` clears. */
export interface DiscountInput {
  code: string
  /** Hundredths of a percent. Exclusive with an amount. */
  percentBasisPoints?: number | null
  /** In the minor unit of `currency`. */
  discountAmount?: number | null
  currency?: string | null
  /** Inclusive. */
  startsAt?: string | null
  /** Exclusive. */
  expiresAt?: string | null
  /** How many projects may hold it at once. Null: unlimited. */
  maxRedemptions?: number | null
}

export interface CatalogueFilters {
  archived: boolean
}

const OFFERS = { PACKAGE: record(packages), ADD_ON: record(addOns) } as const
const discounts = record(discountsTable, { refusal })

export type OfferKind = keyof typeof OFFERS

/** SQL condition: the row is the discount `id` of `orgId`. */
export const isDiscount = discounts.is

/** A discount, archived or not. @throws {OperationError} `not_found`. */
export const getDiscount = discounts.get

/** An offer, archived or not. @throws {OperationError} `not_found`. */
export function getOffer(sql: Sql, orgId: string, kind: OfferKind, id: string): Promise<Offer> {
  return OFFERS[kind].get(sql, orgId, id)
}

/** Packages or add-ons, newest first. @throws {OperationError} `invalid` for a cursor of another list. */
export function listOffers(
  sql: Sql,
  orgId: string,
  kind: OfferKind,
  { archived, ...request }: CatalogueFilters & PageRequest,
): Promise<Page<Offer>> {
  const list = { list: kind, archived }
  const where = isArchived(archived)
  return OFFERS[kind].page(sql, orgId, request, { list, where, large: ['description'] })
}

/** The organization's discounts, newest first. @throws `invalid` for a cursor of another list. */
export function listDiscounts(
  sql: Sql,
  orgId: string,
  { archived, ...request }: CatalogueFilters & PageRequest,
): Promise<Page<Discount>> {
  const list = { list: 'discounts', archived }
  return discounts.page(sql, orgId, request, { list, where: isArchived(archived) })
}

/** @throws {OperationError} `invalid` unless the tiers ascend. */
export async function createOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  input: OfferInput,
): Promise<Offer> {
  return OFFERS[kind].insert(tx, orgId, { ...input, sizeTiers: wholeTiers(input.sizeTiers) })
}

/**
 * @throws {OperationError} `invalid` unless the discount is a percentage or an amount with a currency, `conflict`
 *   (`duplicate_code`) if another active discount has the code.
 */
export async function createDiscount(
  tx: Tx,
  orgId: string,
  input: DiscountInput,
): Promise<Discount> {
  const wanted = withUtcTimes(input)
  checkDiscount(wanted)
  return discounts.insert(tx, orgId, wanted)
}

/**
 * @throws {OperationError} `not_found`; `invalid` for a change to a withdrawn currency, or unless the tiers ascend;
 *   `precondition_failed`.
 */
export async function updateOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  id: string,
  { sizeTiers: sent, ...input }: Partial<OfferInput>,
  isExpected?: IsExpected<Offer>,
): Promise<Offer> {
  // A 400 precedes a 404: docs/contract.md#c1-order
  const sizeTiers = wholeTiers(sent)
  const before = await OFFERS[kind].lock(tx, orgId, id)
  checkNewCurrency(before, input)
  expectRecord(before, isExpected)
  return OFFERS[kind].change(tx, before, {
    ...input,
    ...(sizeTiers !== undefined && { sizeTiers }),
  })
}

/** The tiers as stored, with every field. @throws {OperationError} `invalid` unless they ascend. */
function wholeTiers(sizeTiers: OfferInput['sizeTiers']): SizeTier[] | null | undefined {
  if (!sizeTiers) return sizeTiers
  const wrong = sizeTiers.flatMap(({ upTo }, i) => {
    const before = sizeTiers[i - 1]?.upTo ?? 0
    if (upTo > before) return []
    const path = `sizeTiers[${i}].upTo`
    return refusedField(path, 'too_small', `must be larger than ${before}, the previous tier's`)
  })
  refuseFields(wrong)
  return sizeTiers.map(({ upTo, priceAmount, durationMinutes = null }) => ({
    upTo,
    priceAmount,
    durationMinutes,
  }))
}

/**
 * Changes a discount. Projects that hold it keep the code they redeemed.
 *
 * @throws {OperationError} `not_found`; `invalid` or `conflict` as in {@link createDiscount}; `precondition_failed`;
 *   `conflict` (`max_redemptions_too_low`) if more projects hold it.
 */
export async function updateDiscount(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<DiscountInput>,
  isExpected?: IsExpected<Discount>,
): Promise<Discount> {
  const before = await discounts.lock(tx, orgId, id)
  checkNewCurrency(before, input)
  const wanted = withUtcTimes(input)
  checkDiscount({ ...before, ...wanted })
  expectRecord(before, isExpected)
  if (wanted.maxRedemptions != null && wanted.maxRedemptions < before.redemptions) {
    throw conflict(
      'max_redemptions_too_low',
      `maxRedemptions can't be less than ${before.redemptions}, the number of projects that hold the discount.`,
    ).at('maxRedemptions')
  }
  return discounts.change(tx, before, wanted)
}

/**
 * Archives an offer: projects keep it, but no other can select it. Idempotent.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function archiveOffer(
  tx: Tx,
  orgId: string,
  kind: OfferKind,
  id: string,
  isExpected?: IsExpected<Offer>,
): Promise<void> {
  if (isExpected) await OFFERS[kind].lock(tx, orgId, id, isExpected)
  await OFFERS[kind].set(tx, orgId, id, { archivedAt: FIRST_ARCHIVED })
}

/** Archives a discount and frees its code. Idempotent. */
export async function archiveDiscount(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Discount>,
): Promise<void> {
  if (isExpected) await discounts.lock(tx, orgId, id, isExpected)
  await discounts.set(tx, orgId, id, { archivedAt: FIRST_ARCHIVED })
}

const FIRST_ARCHIVED = raw`coalesce(archived_at, ${changeTime})`

function isArchived(archived: boolean): SQL {
  return archived ? raw`archived_at is not null` : raw`archived_at is null`
}

function withUtcTimes<Input extends Partial<DiscountInput>>(input: Input): Input {
  const { startsAt, expiresAt } = input
  return {
    ...input,
    ...(startsAt != null && { startsAt: toUtc(startsAt) }),
    ...(expiresAt != null && { expiresAt: toUtc(expiresAt) }),
  }
}

/** @throws {OperationError} `invalid` unless the fields of `discount`, with times in UTC, are consistent. */
function checkDiscount(discount: Partial<DiscountInput>): void {
  const { percentBasisPoints, discountAmount, currency, startsAt, expiresAt } = discount
  const wrong: RefusedField[] = []
  if ((percentBasisPoints == null) === (discountAmount == null)) {
    wrong.push(
      refusedField(
        'percentBasisPoints',
        'required',
        'or discountAmount is required, and the other one must be null',
      ),
    )
  } else if (discountAmount != null && currency == null) {
    wrong.push(refusedField('currency', 'required', 'is required with discountAmount'))
  } else if (discountAmount == null && currency != null) {
    wrong.push(
      refusedField(
        'currency',
        'not_allowed',
        'must be null with percentBasisPoints: a percentage has no currency',
      ),
    )
  }
  if (startsAt != null && expiresAt != null && startsAt >= expiresAt) {
    wrong.push(refusedField('expiresAt', 'too_small', 'must be after startsAt'))
  }
  refuseFields(wrong)
}

function refusal(error: unknown): unknown {
  return violatedConstraint(error) === 'discounts_code_unique'
    ? conflict('duplicate_code', 'Another discount already has this code.').at('code')
    : error
}
