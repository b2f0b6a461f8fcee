import type { Schemas } from '@mediajobs/client'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { apiMessageOf } from '../../../message.ts'
import { changeOf } from '../../change-form.ts'
import type { Notice } from '../../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../../send-staff-problem.ts'
import { type Visit, withQuery } from '../visit.ts'
import { TEXTS } from './texts.ts'

/** Sends what a webhook missed, and leads to its deliveries. */
export async function recover(
  visit: Visit,
  show: (visit: Visit, notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, staff, at, id, clock } = visit
  const form = formOf(request)
  const since = clock.toInstant(form.text('since') ?? '')
  const end = form.text('until') ?? ''
  const until = clock.toInstant(end)
  if (since === undefined || (end !== '' && until === undefined)) {
    reply.code(400)
    return show(visit, { kind: 'problem', text: TEXTS.missed.badTime })
  }
  const response = await staff.call<Schemas['Recovery'] & ErrorBody>({
    method: 'POST',
    url: `/webhooks/subscriptions/${id}/recover`,
    payload: { since, ...(until !== undefined && { until }) },
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  const { status, body } = response
  if (status === 400 || status === 409) {
    noteRefusal(request, reply, response)
    return show(visit, { kind: 'problem', text: apiMessageOf(body) })
  }
  if (status !== 202) return sendStaffProblem(request, reply, staff, response)
  const address = withQuery(`${at}/deliveries`, [
    ['subscriptionId', id],
    ['zone', clock.isUtc ? 'utc' : null],
    ['done', 'recovered'],
    ['sent', `${body.retried + body.created}`],
    ['more', body.more ? 'yes' : null],
  ])
  return reply.redirect(address, 303)
}
