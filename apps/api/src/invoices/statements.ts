import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_INVOICE_LINES, MAX_STATEMENT_DAYS } from '@mediajobs/domain'
import { createStatement } from '@mediajobs/operations/invoices'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { Day, Described, Id, Named, OneOf } from '../vocabulary/schemas.ts'
import { Invoice } from './schemas.ts'

const StatementBody = Named('CreateStatementBody', {
  from: Day,
  to: Described(Day, `At most ${MAX_STATEMENT_DAYS} days with from. YYYY-MM-DD`),
})

const Statement = Named('Statement', {
  invoice: Invoice,
  leftOut: Type.Array(
    Named('LeftOutProject', {
      projectId: Id,
      reason: OneOf(['NO_PRICE', 'OTHER_CURRENCY', 'NO_ROOM'], 'LeftOutReason'),
      message: Type.String(),
    }),
    { description: 'Unbilled projects left off the statement' },
  ),
})

const docs = operationDocs({
  createStatement: {
    examples: { month: { from: '2026-05-01', to: '2026-05-31' } },
    summary: 'Draft a statement for a customer group',
    description:
      `Creates one DRAFT invoice for the group’s billing customer: the projects delivered on these days, in the organization’s time zone, that have no invoice in force (neither void nor fully refunded). Earliest first, up to ${MAX_INVOICE_LINES} lines, in one currency: ` +
      '`leftOut` lists the others, which go on the next statement, and those without a price. Amounts include discounts. Fires INVOICE_CREATED.',
    problems: {
      409: 'The group bills its members: `group_bills_members`; no project to bill: `nothing_to_bill`',
    },
  },
})

export const statementRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { post } = operationsOf(app)

  post(
    '/customer-groups/:id/statements',
    allow('WRITE', MANAGING_ROLES),
    { ...docs.createStatement, body: StatementBody, response: { 201: Statement } },
    (tx, request) => createStatement(tx, orgOf(request), request.params.id, request.body),
  )
}
