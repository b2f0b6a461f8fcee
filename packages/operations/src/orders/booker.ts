import type { Sql } from '@mediajobs/db'
import { customers } from '@mediajobs/db/schema'
import { PAYS_LATER, type PaymentTerms } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { type CustomerGroup, findGroup } from '../customer-groups/groups.ts'
import { type Customer, getCustomer } from '../customers.ts'
import { getPortalCustomer, type PortalCustomer } from '../portal/me.ts'
import { type PortalCaller, sessionEnded } from '../portal/sessions.ts'
import type { CdnUrl } from '../previews.ts'
import { groupPriceOf } from '../pricing.ts'
import { notFound } from '../shared/errors.ts'
import type { OrderFormRow } from './form.ts'
import {
  type BookableForm,
  type BookableOffer,
  findOpenForm,
  getBookableForm,
  type OpenForm,
} from './open-form.ts'
import type { OrderTerms } from './order-quote.ts'

/**
 * A form as offered to a signed-in customer, on their group's terms.
 *
 * @throws {OperationError} `not_found` as in `findOpenForm`, and for a form of another organization.
 */
export async function findFormOf(
  sql: Sql,
  { organizationId, customerId }: PortalCaller,
  publicId: string,
): Promise<OpenForm> {
  const open = await findOpenForm(sql, publicId)
  if (open.form.organizationId !== organizationId) throw notFound()
  return { ...open, ...termsOf(open.form, await findGroup(sql, organizationId, customerId)) }
}

/** The form's terms for the group. A group that pays later owes nothing with the order, whatever the form says. */
export function termsOf(form: OrderFormRow, group: CustomerGroup | null): OrderTerms {
  return { form: { ...form, ...paymentOf(form, group) }, group }
}

function paymentOf<Form extends Pick<OrderFormRow, 'payment' | 'depositBasisPoints'>>(
  { payment, depositBasisPoints }: Form,
  group: CustomerGroup | null,
): Pick<OrderFormRow, 'payment' | 'depositBasisPoints'> {
  return group && PAYS_LATER.has(group.paymentTerms)
    ? { payment: 'NONE', depositBasisPoints: null }
    : { payment, depositBasisPoints }
}

/** An offer at the group's price. */
interface PricedOffer extends BookableOffer {
  /** Overrides the offer's prices at every size. Null: no override. */
  groupPriceAmount: number | null
}

/** The terms of the customer's group. */
interface BookerTerms {
  name: string
  paymentTerms: PaymentTerms
  netDays: number | null
  discountBasisPoints: number | null
  /** The name of whoever is billed; null for the customer. */
  billedTo: string | null
}

/** A form as shown to a signed-in customer. `payment` follows their group's terms. */
interface BookableFormOf extends Omit<BookableForm, 'organization' | 'packages' | 'addOns'> {
  organization: BookableForm['organization'] & { id: string }
  packages: PricedOffer[]
  addOns: PricedOffer[]
  customer: PortalCustomer
  group: BookerTerms | null
}

/** @throws {OperationError} `not_found` as in {@link findFormOf}. */
export async function getBookableFormOf(
  sql: Sql,
  caller: PortalCaller,
  publicId: string,
  links: { readonly cdnUrl: CdnUrl },
): Promise<BookableFormOf> {
  const { group } = await findFormOf(sql, caller, publicId)
  const [form, customer] = await Promise.all([
    getBookableForm(sql, publicId, links),
    getPortalCustomer(sql, caller),
  ])
  const priced = (offer: BookableOffer) => ({
    ...offer,
    groupPriceAmount: groupPriceOf(offer, group) ?? null,
  })
  return {
    ...form,
    ...paymentOf(form, group),
    organization: { id: caller.organizationId, ...form.organization },
    packages: form.packages.map(priced),
    addOns: form.addOns.map(priced),
    customer,
    group: group && (await shownTerms(sql, caller.customerId, group)),
  }
}

async function shownTerms(
  sql: Sql,
  customerId: string,
  group: CustomerGroup,
): Promise<BookerTerms> {
  const { organizationId, name, paymentTerms, netDays, discountBasisPoints } = group
  const { billingCustomerId: payerId } = group
  const payer =
    payerId === null || payerId === customerId
      ? null
      : await getCustomer(sql, organizationId, payerId)
  return { name, paymentTerms, netDays, discountBasisPoints, billedTo: payer?.name ?? null }
}

/** A signed-in customer who orders. */
export interface Booker {
  customer: Customer
  group: CustomerGroup | null
}

/** Locks the customer against deletion. @throws {OperationError} `unauthenticated` if already deleted. */
export async function lockBooker(
  tx: Tx,
  { organizationId, customerId }: PortalCaller,
): Promise<Booker> {
  const [customer] = await tx.orm
    .select()
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), eq(customers.id, customerId)))
    .for('key share')
  if (!customer) throw sessionEnded()
  return { customer, group: await findGroup(tx, organizationId, customerId) }
}
