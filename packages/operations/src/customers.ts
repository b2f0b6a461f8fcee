import { insertInto, newId, type Sql, violatedConstraint } from '@mediajobs/db'
import { orders, customers as table } from '@mediajobs/db/schema'
import type { CUSTOMER_FIELDS } from '@mediajobs/domain'
import type { InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, inArray, sql as raw } from 'drizzle-orm'
import { endPortalAccess } from './portal/sessions.ts'
import { conflict, notFound } from './shared/errors.ts'
import { isOneOf, type Page, type PageRequest } from './shared/paging.ts'
import { changedFields, type IsExpected, record } from './shared/record.ts'
import { findMatch, type Match } from './shared/search.ts'

type Row = typeof table.$inferSelect

/** Doesn't compile unless columns and field table agree. */
export type Customer = Is<Row, Is<RecordOf<typeof CUSTOMER_FIELDS>, Row>>
export type CustomerInput = InputOf<typeof CUSTOMER_FIELDS>

export interface CustomerFilters {
  /** Any of these. */
  id?: readonly string[]
  /** Word prefixes in name, email or company. */
  q?: string
  /** Exact, case-insensitive. */
  email?: string
  externalId?: string
}

export const DUPLICATE_EMAIL = 'Another customer already has this email.'

const customers = record(table, { lock: 'update', refusal })
// Hot path during live events: the builder would rebuild each INSERT (docs/performance.md).
const insertCustomer = insertInto(table)

/** @throws {OperationError} `not_found`. */
export const getCustomer = customers.get

/**
 * The organization's customers, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list, or an unsearchable `q`.
 */
export async function listCustomers(
  sql: Sql,
  orgId: string,
  { id, q, email, externalId, ...request }: CustomerFilters & PageRequest,
): Promise<Page<Customer>> {
  const list = { list: 'customers', id, q, email, externalId }
  const match = q === undefined ? undefined : await findMatch(sql, 'customers', orgId, q)
  const where = and(
    email === undefined ? undefined : raw`lower(${table.email}) = lower(${email})`,
    externalId === undefined ? undefined : eq(table.externalId, externalId),
    match && conditionOf(match, orgId),
  )
  return customers.page(sql, orgId, request, { list, where, ids: id, large: ['notes'] })
}

function conditionOf(match: Match, orgId: string) {
  return 'ids' in match
    ? isOneOf(table.id, match.ids)
    : raw`words @@ words_query(${orgId}, ${raw.param(match.words)})`
}

/**
 * Creates a customer and publishes CUSTOMER_CREATED.
 *
 * @throws {OperationError} `conflict` if another customer has the email (case-insensitive) or externalId.
 */
export async function createCustomer(
  tx: Tx,
  orgId: string,
  input: CustomerInput,
): Promise<Customer> {
  const values = { ...input, organizationId: orgId, id: newId() }
  const customer = await insertCustomer(tx, values).catch((error) => {
    throw refusal(error)
  })
  publishCreated(tx, customer)
  return customer
}

/**
 * The customer with this email (case-insensitive), unchanged and locked against deletion, or else a new one, with
 * CUSTOMER_CREATED. Concurrent callers get the same one.
 */
export async function ensureCustomer(
  tx: Tx,
  orgId: string,
  input: CustomerInput,
): Promise<Customer> {
  const [created] = await tx.orm
    .insert(table)
    .values({ ...input, organizationId: orgId, id: newId() })
    .onConflictDoNothing()
    .returning()
  if (created) {
    publishCreated(tx, created)
    return created
  }
  const hasEmail = raw`lower(${table.email}) = lower(${input.email})`
  const [found] = await tx.orm
    .select()
    .from(table)
    .where(and(eq(table.organizationId, orgId), hasEmail))
    .for('key share')
  // Deleted meanwhile, or given another email.
  return found ?? ensureCustomer(tx, orgId, input)
}

function publishCreated(tx: Tx, customer: Customer): void {
  publishEvent(tx, customer.organizationId, 'CUSTOMER_CREATED', {
    occurredAt: customer.createdAt,
    customerId: customer.id,
    customer,
  })
}

/**
 * Changes a customer and publishes CUSTOMER_UPDATED. A no-op if nothing differs. A new email ends the customer's
 * sessions and sign-in links.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` as in {@link createCustomer}.
 */
export async function updateCustomer(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<CustomerInput>,
  isExpected?: IsExpected<Customer>,
): Promise<Customer> {
  const before = await customers.lock(tx, orgId, id, isExpected)
  const customer = await customers.change(tx, before, input)
  if (customer !== before) {
    if (customer.email.toLowerCase() !== before.email.toLowerCase()) {
      // The new address may be another person's.
      await endPortalAccess(tx, { organizationId: orgId, customerId: id })
    }
    publishEvent(tx, orgId, 'CUSTOMER_UPDATED', {
      occurredAt: customer.updatedAt,
      customerId: id,
      customer,
      changed: changedFields(before, input),
    })
  }
  return customer
}

/**
 * Deletes a customer. Expired and declined orders stay, without a customer.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, or `conflict` while projects, orders, invoices or a
 *   group's billing refer to the customer.
 */
export async function deleteCustomer(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Customer>,
): Promise<void> {
  // Orders are locked before customers.
  await tx.orm
    .update(orders)
    .set({ customerId: null })
    .where(
      and(
        eq(orders.organizationId, orgId),
        eq(orders.customerId, id),
        inArray(orders.status, ['EXPIRED', 'DECLINED']),
      ),
    )
  if (isExpected) await customers.lock(tx, orgId, id, isExpected)
  await customers.delete(tx, orgId, id)
}

function refusal(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case null:
      return error
    case 'customers_email_unique':
      return conflict('duplicate_email', DUPLICATE_EMAIL).at('email')
    case 'customers_external_id_unique':
      return conflict('duplicate_external_id', 'Another customer already has this externalId.').at(
        'externalId',
      )
    case 'customers_organization_id_organizations_id_fk':
      return notFound()
    default:
      return conflict(
        'customer_in_use',
        "Projects, orders, invoices or a customer group's billing refer to this customer.",
      )
  }
}
