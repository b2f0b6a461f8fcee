// Raw SQL: one index scan per customer, merged.
import { one, type Sql } from '@mediajobs/db'
import { payLinks } from '@mediajobs/db/schema'
import {
  hashSecret,
  type PortalInvoice,
  payLinkRow,
  randomToken,
  standingOf,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { sql as raw } from 'drizzle-orm'
import { payUrlOf } from '../client-deliveries/delivery.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import type { PortalCaller } from './sessions.ts'
import { expectSeen, isSeen, type OrderLinks, SEEN, type SeenList, seenPage } from './visible.ts'

interface Row extends Omit<PortalInvoice, 'paymentState' | 'balanceAmount'> {
  createdAt: string
  paidAmount: number
  refundedAmount: number
  disputedAmount: number
}

const COLUMNS = `i.id, i.number, i.status, i.customer_id as "customerId", c.name as "customerName",
  i.project_id as "projectId", p.address_line1 as "addressLine1", p.city, i.currency,
  i.total_amount::float8 as "totalAmount", i.paid_amount::float8 as "paidAmount",
  i.refunded_amount::float8 as "refundedAmount", i.disputed_amount::float8 as "disputedAmount",
  to_char(i.due_date, 'YYYY-MM-DD') as "dueDate", i.sent_at as "sentAt", i.paid_at as "paidAt",
  i.created_at as "createdAt"`

// All projects of a statement belong to one group, so the first one identifies it.
const TABLES = `invoices as i
  join customers as c on c.organization_id = i.organization_id and c.id = i.customer_id
  left join projects as p on p.organization_id = i.organization_id
    and p.id = coalesce(i.project_id, i.project_ids[1])`

// The customer's invoices, and for a LEAD those of the group's projects, whoever is billed. Excludes a former group's
// invoices for the customer's projects, and drafts.
const IS_SEEN = `i.organization_id = $1 and i.sent_at is not null and (
  i.customer_id = $2 or exists (select from of_group as seen
    where ${isSeen('coalesce(p.customer_id, i.customer_id)', 'coalesce(p.created_at, i.created_at)')}))`

const BILLED = `billed as (
  select distinct customer_id from seen
  union
  select g.billing_customer_id from customer_groups as g
  where g.organization_id = $1 and g.id in (select group_id from led)
    and g.billing_customer_id is not null
)`

const pageWith = (condition: string) => `with ${SEEN}, ${BILLED}
  select page.* from billed cross join lateral (
    select ${COLUMNS} from ${TABLES}
    where ${IS_SEEN} and i.customer_id = billed.customer_id ${condition}
    order by i.created_at desc, i.id desc limit $3
  ) as page
  order by page."createdAt" desc, page.id desc limit $3`
const AFTER = 'and (i.created_at, i.id) < ($4::timestamptz, $5::uuid)'
const LIST: SeenList<Row> = {
  name: 'portal-invoices',
  first: pageWith(''),
  next: pageWith(AFTER),
  positionIn: ({ createdAt }) => createdAt,
}

// As in `standingOf`.
const IS_UNPAID = `and i.status = 'SENT' and i.total_amount > i.paid_amount - i.refunded_amount`
const UNPAID: SeenList<Row> = {
  name: 'unpaid-portal-invoices',
  first: pageWith(IS_UNPAID),
  next: pageWith(`${IS_UNPAID} ${AFTER}`),
  positionIn: LIST.positionIn,
}

/** The caller's invoices, newest first. @throws {OperationError} `invalid` for a cursor of another list. */
export async function listPortalInvoices(
  sql: Sql,
  caller: PortalCaller,
  { unpaid, ...request }: PageRequest & { unpaid?: boolean },
): Promise<Page<PortalInvoice>> {
  const page = await seenPage(sql, caller, request, unpaid ? UNPAID : LIST)
  return { ...page, data: page.data.map(shown) }
}

const ONE = `with ${SEEN} select ${COLUMNS} from ${TABLES} where ${IS_SEEN} and i.id = $3`

/** @throws {OperationError} `not_found`. */
export async function getPortalInvoice(
  sql: Sql,
  { organizationId, customerId }: PortalCaller,
  id: string,
): Promise<PortalInvoice> {
  return shown(expectSeen(await sql.query<Row>(ONE, [organizationId, customerId, id])))
}

function shown(row: Row): PortalInvoice {
  const { createdAt, paidAmount, refundedAmount, disputedAmount, ...invoice } = row
  const { balanceAmount, paymentState } = standingOf(row)
  return { ...invoice, balanceAmount, paymentState }
}

/**
 * Returns the link to the pay page of the caller's invoice, which is also its receipt: the same link until staff end
 * the invoice's links.
 *
 * @throws {OperationError} `not_found`.
 */
export async function openPortalInvoice(
  tx: Tx,
  caller: PortalCaller,
  id: string,
  { keyRing, deliveryBaseUrl }: OrderLinks,
): Promise<{ url: string }> {
  await getPortalInvoice(tx, caller, id)
  const { organizationId } = caller
  const token = randomToken(tx.cell)
  const row = payLinkRow(organizationId, id)
  const links = await tx.orm
    .insert(payLinks)
    .values({
      organizationId,
      invoiceId: id,
      tokenHash: hashSecret(token),
      tokenEncrypted: keyRing.encrypt(token, row),
      isMailed: true,
    })
    // Returns the existing link by an update that changes nothing: staff may end it at any moment.
    .onConflictDoUpdate({
      target: [payLinks.organizationId, payLinks.invoiceId],
      targetWhere: raw`token_encrypted is not null`,
      set: { isMailed: true },
    })
    .returning({ sealed: payLinks.tokenEncrypted })
  const { sealed } = one(links, 'the upsert of a pay link')
  return { url: payUrlOf(deliveryBaseUrl, keyRing.decrypt(sealed ?? '', row)) }
}
