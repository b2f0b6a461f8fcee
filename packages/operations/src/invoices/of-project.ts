// The invoices that bill a project: its own, and statements that include it.
import { billedProjects, invoices } from '@mediajobs/db/schema'
import { and, eq, ne, not, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * SQL condition: an invoice of the project, or a statement that bills it. An array, not `in`: each side has an index.
 */
export function billsProject(organizationId: string | PgColumn, projectId: string | PgColumn) {
  return and(
    eq(invoices.organizationId, organizationId),
    or(
      eq(invoices.projectId, projectId),
      sql`${invoices.id} = any (array(
        select ${billedProjects.invoiceId} from ${billedProjects}
        where ${billedProjects.organizationId} = ${organizationId}
          and ${billedProjects.projectId} = ${projectId} and ${billedProjects.isBilled}))`,
    ),
  )
}

const { status, paidAmount, refundedAmount } = invoices
/** SQL condition: paid and fully refunded. */
const isRefunded = sql`(${status} = 'PAID' and ${paidAmount} > 0 and ${refundedAmount} >= ${paidAmount})`

/** SQL condition: bills work, not a change of plan: a project with nothing but fees is still unbilled. */
export const isForWork = eq(invoices.isFee, false)

/** SQL condition: bills work, and is neither void nor fully refunded, so that its projects can't be billed again. */
export const isInForce = and(ne(status, 'VOIDED'), not(isRefunded), isForWork)
