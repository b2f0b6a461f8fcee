import { billedProjects, customerGroups, customers, invoices, projects } from '@mediajobs/db/schema'
import {
  type DiscountTerms,
  MAX_INVOICE_BYTES,
  MAX_INVOICE_LINES,
  MAX_STATEMENT_DAYS,
  withDiscountTaken,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { type CustomerGroup, isInGroup } from '../customer-groups/groups.ts'
import { jsonBytes } from '../json-bytes.ts'
import { discounted, type Price } from '../pricing.ts'
import type { Project } from '../projects/project.ts'
import { conflict, invalid, OperationError } from '../shared/errors.ts'
import { isOneOf } from '../shared/paging.ts'
import { record } from '../shared/record.ts'
import { insertDraft } from './drafts.ts'
import type { Invoice } from './invoices.ts'
import { dueDateOf, isInForce, priceProject, timeZoneOf } from './project-price.ts'

export interface StatementInput {
  /** Calendar days in the organization's time zone, both included. */
  from: string
  to: string
}

/** An unbilled project left off a statement. */
interface LeftOut {
  projectId: string
  reason: 'NO_PRICE' | 'OTHER_CURRENCY' | 'NO_ROOM'
  message: string
}

export interface Statement {
  invoice: Invoice
  leftOut: LeftOut[]
}

// More than fit on an invoice, in case some can't be priced.
const MAX_CANDIDATES = 2 * MAX_INVOICE_LINES
/** For notes, projectIds and the fields of fixed size. */
const RESERVED_BYTES = 16_384

/**
 * Drafts one invoice for the group's delivered, unbilled projects, earliest delivery first, and publishes
 * INVOICE_CREATED. The first project decides the currency; projects in other currencies, and those that don't fit, are
 * left for the next statement.
 *
 * @throws {OperationError} `not_found`; `invalid` for days that are reversed or too many; `conflict`
 *   (`group_bills_members`), or without any project (`nothing_to_bill`).
 */
export async function createStatement(
  tx: Tx,
  orgId: string,
  groupId: string,
  days: StatementInput,
): Promise<Statement> {
  checkDays(days)
  // Serializes a group's statements.
  const group = await lockAgainstStatements(tx, orgId, groupId)
  if (group.billingCustomerId === null) {
    throw conflict(
      'group_bills_members',
      'The group bills its members. For statements, set its billing to GROUP.',
    )
  }
  const found = await lockUnbilled(tx, orgId, groupId, days)
  const { taken, leftOut } = await fitting(tx, group, found)
  const [first] = taken
  if (!first) throw nothingToBill(leftOut)
  const lineItems = taken.flatMap(({ lines }) => lines)
  const projectIds = taken.map(({ project }) => project.id)
  const invoice = await insertDraft(tx, orgId, {
    ...discounted(lineItems, null),
    lineItems,
    customerId: group.billingCustomerId,
    currency: first.price.currency,
    dueDate: await dueDateOf(tx, orgId, group),
    notes: `${days.from} – ${days.to}`,
    projectIds,
  })
  await bill(tx, invoice)
  return { invoice, leftOut }
}

/**
 * Locks a group against other statements. FOR UPDATE would deadlock with a draft, which locks its project, then waits
 * for the group.
 */
const lockAgainstStatements = record(customerGroups, { lock: 'no key update' }).lock

/** @throws {OperationError} `invalid`. */
function checkDays({ from, to }: StatementInput): void {
  const days = Temporal.PlainDate.from(from).until(to).total('days') + 1
  if (days < 1) throw invalid('to', 'too_small', 'must not be before from')
  if (days > MAX_STATEMENT_DAYS) {
    throw invalid('to', 'too_large', `must be at most ${MAX_STATEMENT_DAYS - 1} days after from`)
  }
}

type Delivered = Project & { customerName: string }

/** The group's unbilled projects, locked against other drafts as in `draftProjectInvoice`. */
async function lockUnbilled(
  tx: Tx,
  orgId: string,
  groupId: string,
  { from, to }: StatementInput,
): Promise<Delivered[]> {
  const zone = await timeZoneOf(tx, orgId)
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString()
  const since = start(Temporal.PlainDate.from(from))
  const until = start(Temporal.PlainDate.from(to).add({ days: 1 }))
  const isWanted = sql`project.delivered_at >= ${since} and project.delivered_at < ${until}`
  const ids = await unbilled(tx, orgId, groupId, isWanted)
  const rows = await tx.orm
    .select()
    .from(projects)
    .where(and(eq(projects.organizationId, orgId), isOneOf(projects.id, ids)))
    .orderBy(projects.id)
    .for('no key update')
  // Rechecked under the lock: another invoice may bill a project by now.
  const isLocked = sql`project.id = any (${sql.param(ids)}) and ${isWanted}`
  const left = await unbilled(tx, orgId, groupId, isLocked)
  const names = await customerNames(tx, orgId, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return left.flatMap((id) => {
    const row = byId.get(id)
    return row ? { ...row, customerName: names.get(row.customerId ?? '') ?? '' } : []
  })
}

async function unbilled(tx: Tx, orgId: string, groupId: string, where: SQL): Promise<string[]> {
  const { rows } = await tx.orm.execute<{ id: string }>(sql`
    select project.id
    from customer_group_members as member
    join projects as project on project.organization_id = member.organization_id
      and project.customer_id = member.customer_id
    where member.organization_id = ${orgId} and member.group_id = ${groupId}
      and project.status = 'DELIVERED' and ${isInGroup} and ${where}
      and not exists (
        select from ${invoices}
        where ${invoices.organizationId} = ${orgId} and ${invoices.projectId} = project.id
          and ${isInForce})
      and not exists (
        select from ${billedProjects}
        join ${invoices} on ${invoices.organizationId} = ${orgId}
          and ${invoices.id} = ${billedProjects.invoiceId}
        where ${billedProjects.organizationId} = ${orgId}
          and ${billedProjects.projectId} = project.id
          and ${billedProjects.isBilled} and ${isInForce})
    order by project.delivered_at, project.id
    limit ${MAX_CANDIDATES}`)
  return rows.map(({ id }) => id)
}

async function customerNames(
  { orm }: Tx,
  orgId: string,
  rows: readonly Project[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ customerId }) => customerId ?? []))]
  const found = await orm
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(and(eq(customers.organizationId, orgId), isOneOf(customers.id, ids)))
  return new Map(found.map(({ id, name }) => [id, name]))
}

interface Billed {
  project: Project
  price: Price
  lines: Price['lineItems']
}

/** Which of `found` fit on one invoice, with their lines. */
async function fitting(
  tx: Tx,
  group: CustomerGroup,
  found: readonly Delivered[],
): Promise<{ taken: Billed[]; leftOut: LeftOut[] }> {
  const taken: Billed[] = []
  const leftOut: LeftOut[] = []
  let [lines, bytes] = [0, RESERVED_BYTES]
  for (const project of found) {
    const leave = (reason: LeftOut['reason'], message: string) =>
      leftOut.push({ projectId: project.id, reason, message })
    const price = await priceOrRefusal(tx, project, group)
    if (price instanceof OperationError) {
      leave('NO_PRICE', price.messages.join('; '))
      continue
    }
    const currency = taken[0]?.price.currency ?? price.currency
    if (price.currency !== currency) {
      leave('OTHER_CURRENCY', `Its price is in ${price.currency}, the statement in ${currency}.`)
      continue
    }
    const billed = { project, price, lines: linesOn(project, price) }
    const size = jsonBytes(billed.lines)
    if (lines + billed.lines.length > MAX_INVOICE_LINES || bytes + size > MAX_INVOICE_BYTES) {
      leave('NO_ROOM', 'The statement is full. Make another one.')
      continue
    }
    lines += billed.lines.length
    bytes += size
    taken.push(billed)
  }
  return { taken, leftOut }
}

async function priceOrRefusal(
  tx: Tx,
  project: Project,
  group: CustomerGroup,
): Promise<Price | OperationError> {
  try {
    return await priceProject(tx, project, group)
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'invalid') return error
    throw error
  }
}

/** A project's lines, less its discount: projects on a statement may have different ones. */
function linesOn(
  { customerName, addressLine1, city }: Delivered,
  { lineItems, discountAmount, discountRule }: Price,
): Price['lineItems'] {
  const job = [customerName, addressLine1, city].filter(Boolean).join(', ')
  return withDiscountTaken(lineItems, discountAmount).map((line) => ({
    ...line,
    description: `${job}: ${line.description}${percentOff(discountRule)}`,
  }))
}

function percentOff(rule: DiscountTerms | null): string {
  const basisPoints = rule?.percentBasisPoints
  return basisPoints == null ? '' : ` (−${basisPoints / 100}%)`
}

function nothingToBill(leftOut: readonly LeftOut[]): OperationError {
  const unpriced = leftOut.map(({ projectId, message }) => `${projectId}: ${message}`).slice(0, 10)
  return conflict(
    'nothing_to_bill',
    ['The group has no unbilled delivered project in this period.', ...unpriced].join(' '),
  )
}

/** Marks the projects as billed by this statement, no longer by a void or fully refunded one. */
async function bill(tx: Tx, { organizationId, id, projectIds }: Invoice): Promise<void> {
  await tx.orm
    .update(billedProjects)
    .set({ isBilled: false })
    .where(
      and(
        eq(billedProjects.organizationId, organizationId),
        isOneOf(billedProjects.projectId, projectIds),
        billedProjects.isBilled,
      ),
    )
  await tx.orm
    .insert(billedProjects)
    .values(projectIds.map((projectId) => ({ organizationId, projectId, invoiceId: id })))
}
