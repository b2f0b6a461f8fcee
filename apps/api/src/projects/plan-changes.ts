import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_CHANGE_REASON_LENGTH, MAX_UNIT_AMOUNT } from '@mediajobs/domain'
import {
  cancelProject,
  getChangeFees,
  listReschedules,
  REFUND_RULES,
  rescheduleProject,
} from '@mediajobs/operations/plan-changes'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { FeeChanged } from '../vocabulary/problems.ts'
import { actorOf, allow, ifMatchOf, operationsOf, orgOf, versionTag } from '../vocabulary/routes.ts'
import {
  Amount,
  Id,
  IdFilter,
  Instant,
  Line,
  listOf,
  Named,
  Nullable,
  OneOf,
  SentId,
  SentInstant,
} from '../vocabulary/schemas.ts'
import { Project } from './schemas.ts'

const WaiveFee = Type.Optional(Type.Boolean({ description: 'Bill no fee' }))
const Reason = Type.Optional(Nullable(Line(MAX_CHANGE_REASON_LENGTH)))
const ExpectedFee = Type.Integer({
  minimum: 0,
  maximum: MAX_UNIT_AMOUNT,
  description: 'The fee that was shown. A 409 `fee_changed` if it differs now',
})

const RescheduleBody = Named('RescheduleProjectBody', {
  scheduledTime: SentInstant,
  visitId: Type.Optional(Nullable(SentId)),
  notifyCustomer: Type.Optional(Type.Boolean({ description: 'Mail the customer' })),
  waiveFee: WaiveFee,
  reason: Reason,
  expectedFeeAmount: Type.Optional(ExpectedFee),
})

const CancelBody = Named('CancelProjectBody', {
  waiveFee: WaiveFee,
  reason: Reason,
  refund: Type.Optional({
    ...OneOf(REFUND_RULES, 'RefundRule'),
    default: 'LESS_FEE',
    description: 'How much of the payments to refund: nothing, all but the fee, or all',
  }),
  expectedFeeAmount: Type.Optional(ExpectedFee),
})

const fee = {
  feeAmount: Amount,
  currency: Nullable(Type.String()),
  feeInvoiceId: Nullable(Id),
}

const RescheduledProject = Named('RescheduledProject', { ...Project.properties, ...fee })
const CancelledProject = Named('CancelledProject', {
  ...Project.properties,
  ...fee,
  refundedAmount: { ...Amount, description: 'The refund, in minor units' },
})

const ChangeFees = Named('ChangeFees', {
  currency: Nullable(Type.String()),
  rescheduleFeeAmount: Amount,
  cancelFeeAmount: Amount,
})

const Reschedule = Named('Reschedule', {
  id: Id,
  organizationId: Id,
  projectId: Id,
  visitId: Nullable(Id),
  previousTime: Instant,
  scheduledTime: Instant,
  byCustomer: Type.Boolean(),
  reason: Nullable(Type.String()),
  ...fee,
  isFeeWaived: Type.Boolean(),
  changedByUserId: Nullable(Id),
  changedByApiKeyId: Nullable(Id),
  changedAt: Instant,
})

const FEE =
  'The fee follows the `changePolicy` of the project’s order, or else of the organization; percentages are of the total of its order, its invoices or its price.'

const docs = operationDocs({
  rescheduleProject: {
    effects: ['SENDS_MAIL', 'MOVES_MONEY'],
    examples: {
      plain: { scheduledTime: '2026-05-02T09:30:00Z' },
      all: {
        scheduledTime: '2026-05-03T09:30:00Z',
        notifyCustomer: true,
        waiveFee: true,
        reason: 'Rain',
      },
    },
    summary: 'Move an appointment, with its fee',
    description: `Moves the project’s appointment, or the visit \`visitId\`, to another time. ${FEE} A fee is a separate invoice, sent immediately. Fires PROJECT_RESCHEDULED, INVOICE_CREATED and INVOICE_SENT. The same time is a no-op. A change of \`scheduledTime\` by PATCH bills nothing.`,
    problems: {
      409: 'The project is CANCELLED: `project_cancelled`; its appointment isn’t planned: `visit_not_planned`; the fee has changed: `fee_changed`, with `fee`',
    },
  },
  cancelProject: {
    effects: ['SENDS_MAIL', 'MOVES_MONEY'],
    examples: { plain: {}, all: { waiveFee: true, reason: 'The house was sold', refund: 'FULL' } },
    optionalBody: true,
    summary: 'Cancel a project, with its fee and refunds',
    description: `Moves a project that was never delivered to CANCELLED. ${FEE} Unpaid invoices become void and payments are refunded, less the fee. The rest of the fee is a separate invoice, sent immediately, which takes over payments of voided invoices. Fires PROJECT_STATUS_CHANGED and the events of the invoices and refunds. A no-op for a CANCELLED project.`,
    problems: {
      409: 'The project was delivered: `already_delivered`; the fee has changed: `fee_changed`, with `fee`; a bank is processing a payment: `payment_in_progress`; too many invoices: `too_many_invoices`',
    },
  },
  getChangeFees: {
    summary: 'Get the current fees for changing a project',
    description: `Returns the current fees for moving and canceling the project. ${FEE}`,
  },
  listReschedules: {
    summary: 'List the moves of a project’s appointments',
    description: 'Lists reschedules, newest first, with their reasons and fees.',
  },
})

const MANAGE = allow('WRITE', MANAGING_ROLES)
const READ = allow('READ', MANAGING_ROLES)
const etag = versionTag

export const planChangeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post } = operationsOf(app)

  post(
    '/projects/:id/reschedule',
    { ...MANAGE, etag },
    {
      ...docs.rescheduleProject,
      body: RescheduleBody,
      response: { 200: RescheduledProject, 409: FeeChanged },
    },
    (tx, request) =>
      rescheduleProject(tx, actorOf(request), request.params.id, request.body, ifMatchOf(request)),
  )

  post(
    '/projects/:id/cancel',
    { ...MANAGE, etag },
    {
      ...docs.cancelProject,
      body: CancelBody,
      response: { 200: CancelledProject, 409: FeeChanged },
    },
    (tx, request) =>
      cancelProject(
        tx,
        orgOf(request),
        actorOf(request),
        request.params.id,
        request.body,
        ifMatchOf(request),
      ),
  )

  get(
    '/projects/:id/change-fees',
    READ,
    {
      ...docs.getChangeFees,
      querystring: Type.Object({ visitId: IdFilter('Fees for moving this visit') }),
      response: { 200: ChangeFees },
    },
    (request) =>
      getChangeFees(
        request.store.sql,
        orgOf(request),
        request.params.id,
        request.query.visitId ?? null,
      ),
  )

  get(
    '/projects/:id/reschedules',
    READ,
    { ...docs.listReschedules, ...listOf(Reschedule) },
    (request) =>
      listReschedules(request.store.sql, orgOf(request), request.params.id, request.query),
  )
}
