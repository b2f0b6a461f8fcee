import { type Sql, type Transaction, violatedConstraint } from '@mediajobs/db'
import {
  addOns,
  customerGroupMembers,
  customerGroups,
  customers,
  packages,
} from '@mediajobs/db/schema'
import {
  type CUSTOMER_GROUP_FIELDS,
  type GroupPrice,
  MAX_CUSTOMER_GROUPS,
  type RefusedField,
} from '@mediajobs/domain'
import type { InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import { and, asc, eq, gt, isNull, or, sql as raw } from 'drizzle-orm'
import { conflict, invalid, notFound, refusedField, refuseFields } from '../shared/errors.ts'
import { isOneOf, type Page, type PageRequest } from '../shared/paging.ts'
import { expectRecord, type IsExpected, lockOrganization, record } from '../shared/record.ts'

type Row = typeof customerGroups.$inferSelect

/** Doesn't compile unless columns and field table agree. */
export type CustomerGroup = Is<Row, Is<RecordOf<typeof CUSTOMER_GROUP_FIELDS>, Row>>

/**
 * A customer's current group; or with `createdAt`, the one they were in when the project was created, or else joined
 * next.
 *
 * @param createdAt of the project
 */
export async function findGroup(
  sql: Pick<Sql, 'orm'>,
  orgId: string,
  customerId: string,
  createdAt?: string,
): Promise<CustomerGroup | null> {
  const [found] = await selectGroup(sql, orgId, customerId, createdAt)
  return found?.group ?? null
}

/**
 * {@link findGroup} for an invoice: locked against changes, so that its payer can't be deleted meanwhile. May follow the
 * project's lock, because nobody who holds a group's stronger lock waits for a project.
 */
export async function lockGroup(
  tx: Transaction,
  orgId: string,
  customerId: string,
  createdAt?: string,
): Promise<CustomerGroup | null> {
  const select = selectGroup(tx, orgId, customerId, createdAt)
  const [found] = await select.for('key share', { of: customerGroups })
  return found?.group ?? null
}

function selectGroup(
  { orm }: Pick<Sql, 'orm'>,
  orgId: string,
  customerId: string,
  createdAt?: string,
) {
  const { groupId, leftAt } = customerGroupMembers
  return (
    orm
      .select({ group: customerGroups })
      .from(customerGroupMembers)
      .innerJoin(
        customerGroups,
        and(eq(customerGroups.organizationId, orgId), eq(customerGroups.id, groupId)),
      )
      .where(
        and(
          eq(customerGroupMembers.organizationId, orgId),
          eq(customerGroupMembers.customerId, customerId),
          createdAt === undefined ? isNull(leftAt) : or(isNull(leftAt), gt(leftAt, createdAt)),
        ),
      )
      // The current one last.
      .orderBy(asc(leftAt))
      .limit(1)
  )
}

/**
 * SQL condition on `customer_group_members` as `member` and `projects` as `project` of the same customer: the project
 * belongs to the member's group, as in {@link findGroup}.
 */
export const isInGroup = raw`(
  (member.left_at is null or member.left_at > project.created_at)
  and not exists (
    select from customer_group_members as earlier
    where earlier.organization_id = member.organization_id
      and earlier.customer_id = member.customer_id
      and earlier.left_at > project.created_at
      and (member.left_at is null or earlier.left_at < member.left_at)))`

/** A customer's current group. @throws {OperationError} `not_found` at `customerId` for an unknown one. */
export async function groupOfCustomer(
  sql: Sql,
  orgId: string,
  customerId: string,
): Promise<CustomerGroup | null> {
  const group = await findGroup(sql, orgId, customerId)
  if (group) return group
  const isCustomer = and(eq(customers.organizationId, orgId), eq(customers.id, customerId))
  if ((await sql.orm.$count(customers, isCustomer)) === 0) throw notFound().at('customerId')
  return null
}

type GroupPriceInput = Omit<GroupPrice, 'currency'> & { currency?: string }
/** A group's writable fields; `null` clears. */
export type CustomerGroupInput = Omit<InputOf<typeof CUSTOMER_GROUP_FIELDS>, 'prices'> & {
  prices?: readonly GroupPriceInput[]
}

export interface CustomerGroupFilters {
  /** Only the customer's current group. */
  customerId?: string
}

export const groups = record(customerGroups, {
  lock: 'update',
  // The customer was deleted after `checkCustomer`.
  refusal: (error) =>
    violatedConstraint(error) === 'customer_groups_billing_customer'
      ? notFound().at('billingCustomerId')
      : error,
})

/** @throws {OperationError} `not_found`. */
export const getCustomerGroup = groups.get

/** The organization's groups, newest first. @throws {OperationError} `invalid` for a cursor of another list. */
export async function listCustomerGroups(
  sql: Sql,
  orgId: string,
  { customerId, ...request }: CustomerGroupFilters & PageRequest,
): Promise<Page<CustomerGroup>> {
  const list = { list: 'customer-groups', customerId }
  const where =
    customerId === undefined
      ? undefined
      : raw`${customerGroups.id} = (
          select ${customerGroupMembers.groupId} from ${customerGroupMembers}
          where ${customerGroupMembers.organizationId} = ${orgId}
            and ${customerGroupMembers.customerId} = ${customerId}
            and ${customerGroupMembers.leftAt} is null)`
  return groups.page(sql, orgId, request, { list, where, large: ['prices'] })
}

/**
 * @throws {OperationError} `invalid` if billing or terms lack a field, or for two prices of one offer; `not_found` for
 *   an unknown customer or offer; `conflict` (`too_many_groups`).
 */
export async function createCustomerGroup(
  tx: Transaction,
  orgId: string,
  { prices = [], ...input }: CustomerGroupInput,
): Promise<CustomerGroup> {
  checkTerms(input)
  checkPrices(prices)
  await lockOrganization(tx, orgId)
  await checkCustomer(tx, orgId, input.billingCustomerId)
  const priced = await pricesOf(tx, orgId, prices)
  // Exact: the organization is locked.
  if (
    (await tx.orm.$count(customerGroups, eq(customerGroups.organizationId, orgId))) >=
    MAX_CUSTOMER_GROUPS
  ) {
    throw conflict(
      'too_many_groups',
      `An organization has at most ${MAX_CUSTOMER_GROUPS} customer groups.`,
    )
  }
  return groups.insert(tx, orgId, { ...input, prices: priced })
}

/** @throws {OperationError} `not_found`, `precondition_failed`, or as in {@link createCustomerGroup}. */
export async function updateCustomerGroup(
  tx: Transaction,
  orgId: string,
  id: string,
  { prices, ...input }: Partial<CustomerGroupInput>,
  isExpected?: IsExpected<CustomerGroup>,
): Promise<CustomerGroup> {
  if (prices) checkPrices(prices)
  const before = await groups.lock(tx, orgId, id)
  checkTerms({ ...before, ...input })
  await checkCustomer(tx, orgId, input.billingCustomerId)
  const wanted = { ...input, ...(prices && { prices: await pricesOf(tx, orgId, prices) }) }
  expectRecord(before, isExpected)
  return groups.change(tx, before, wanted)
}

/** Deletes a group with its memberships. Its statements stay. @throws `not_found`, `precondition_failed`. */
export async function deleteCustomerGroup(
  tx: Transaction,
  orgId: string,
  id: string,
  isExpected?: IsExpected<CustomerGroup>,
): Promise<void> {
  if (isExpected) await groups.lock(tx, orgId, id, isExpected)
  await groups.delete(tx, orgId, id)
}

/** @throws {OperationError} `invalid`. */
function checkTerms(
  group: Pick<CustomerGroupInput, 'billing' | 'billingCustomerId' | 'paymentTerms' | 'netDays'>,
): void {
  const { billing, billingCustomerId = null, paymentTerms, netDays = null } = group
  const wrong: RefusedField[] = []
  if (billing === 'GROUP' && billingCustomerId === null) {
    wrong.push(refusedField('billingCustomerId', 'required', 'is required with billing GROUP'))
  }
  if (billing === 'MEMBER' && billingCustomerId !== null) {
    wrong.push(refusedField('billingCustomerId', 'not_allowed', 'must be null with billing MEMBER'))
  }
  if (paymentTerms === 'NET_DAYS' && netDays === null) {
    wrong.push(refusedField('netDays', 'required', 'is required with paymentTerms NET_DAYS'))
  }
  if (paymentTerms !== 'NET_DAYS' && netDays !== null) {
    wrong.push(
      refusedField('netDays', 'not_allowed', `must be null with paymentTerms ${paymentTerms}`),
    )
  }
  refuseFields(wrong)
}

/** @throws {OperationError} `invalid` for two prices of one offer. */
function checkPrices(prices: readonly GroupPriceInput[]): void {
  const seen = new Set<string>()
  const wrong = prices.flatMap(({ offerId }, i) => {
    if (!seen.has(offerId)) {
      seen.add(offerId)
      return []
    }
    return refusedField(`prices[${i}].offerId`, 'not_allowed', 'already has a price')
  })
  refuseFields(wrong)
}

/** @throws {OperationError} `not_found` at `billingCustomerId`. */
async function checkCustomer(
  { orm }: Transaction,
  orgId: string,
  id: string | null | undefined,
): Promise<void> {
  if (id == null) return
  const isCustomer = and(eq(customers.organizationId, orgId), eq(customers.id, id))
  if ((await orm.$count(customers, isCustomer)) === 0) throw notFound().at('billingCustomerId')
}

/**
 * The prices as stored, in the currencies of their offers.
 *
 * @throws {OperationError} `not_found` for unknown offers; `invalid` for a currency that isn't the offer's.
 */
async function pricesOf(
  { orm }: Transaction,
  orgId: string,
  prices: readonly GroupPriceInput[],
): Promise<GroupPrice[]> {
  if (prices.length === 0) return []
  const ids = prices.map(({ offerId }) => offerId)
  const currenciesIn = (offers: typeof packages | typeof addOns) =>
    orm
      .select({ id: offers.id, currency: offers.currency })
      .from(offers)
      .where(and(eq(offers.organizationId, orgId), isOneOf(offers.id, ids)))
  const rows = [...(await currenciesIn(packages)), ...(await currenciesIn(addOns))]
  const currencies = new Map(rows.map(({ id, currency }) => [id, currency]))
  const unknown = prices.flatMap(({ offerId }, i) =>
    currencies.has(offerId) ? [] : [`prices[${i}].offerId`],
  )
  if (unknown.length > 0) throw notFound().at(...unknown)
  return prices.map(({ offerId, priceAmount, currency: sent }, i) => {
    const currency = currencies.get(offerId) ?? ''
    if (sent !== undefined && sent !== currency) {
      throw invalid(
        `prices[${i}].currency`,
        'not_allowed',
        `must be ${currency}, the offer's currency`,
      )
    }
    return { offerId, priceAmount, currency }
  })
}
