import type { Schemas } from '@mediajobs/client'
import { MAX_CHANGE_REASON_LENGTH } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, checkbox, field, hidden } from '../change-form.ts'
import { changedTime, localTime } from '../day.ts'
import { badRequest } from '../list.ts'
import { read, readTagged } from '../read-record.ts'
import type { Customer, Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { requireMay, type Staff } from '../staff.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import type { ProjectVisit } from '../visits.ts'
import { change } from './changes.ts'
import { PLAN } from './plan-texts.ts'
import type { Visit } from './read.ts'
import { TEXTS } from './texts.ts'

type Fees = Schemas['ChangeFees']

/** The reschedule form, with its fee. */
export async function showReschedule(
  visit: Visit,
  notice?: Notice,
  problem?: string,
): Promise<FastifyReply> {
  const { staff, url, here } = visit
  requireMay(staff, 'rescheduleProject')
  const visitId = visitOf(visit)
  const of = visitId === null ? '' : `?${new URLSearchParams({ visitId })}`
  const [{ body: project, etag }, { body: fees }, moved] = await Promise.all([
    readTagged<Project>(staff, url),
    readTagged<Fees>(staff, `${url}/change-fees${of}`),
    visitId === null ? undefined : readTagged<ProjectVisit>(staff, `${url}/visits/${visitId}`),
  ])
  const { scheduledTime } = moved?.body ?? project
  const customer =
    project.customerId === null
      ? undefined
      : await read<Customer>(staff, `/customers/${project.customerId}`)
  const sent = formOf(visit.request)
  const zone = staff.organization.timeZone ?? 'UTC'
  const texts = PLAN.reschedule
  const fee = { feeAmount: fees.rescheduleFeeAmount, currency: fees.currency }
  const isSent = visit.request.method === 'POST'
  const notify = customer
    ? checkbox({
        name: 'notifyCustomer',
        label: texts.notify(customer.name),
        isChecked: !isSent || sent.text('notifyCustomer') !== undefined,
      })
    : nothing
  return sendStaffPage(visit, {
    title: texts.title,
    notice,
    body: html`<p><a href="${here}">${PLAN.back}</a></p>
<p dir="auto">${addressLine(project) || COMMON.noAddress}<br>${texts.now(staff.format.dayAndTime(scheduledTime))}</p>
${changeForm({
  action: `${here}/reschedule${of}`,
  etag,
  isOnce: true,
  class: 'narrow',
  content: html`${hidden({ 'was-when': sent.text('was-when') ?? scheduledTime })}${field({
    name: 'when',
    label: texts.time,
    hint: COMMON.zone(staff.format.zone()),
    type: 'datetime-local',
    isRequired: true,
    value: sent.text('when') ?? localTime(scheduledTime, zone),
    problem,
  })}
${feePart(staff, fee, PLAN.fee, sent.text('waiveFee') !== undefined)}
${notify}
${reasonField(sent.text('reason'))}
<div class="actions"><button class="go">${texts.move}</button><a class="button" href="${here}">${TEXTS.facts.leave}</a></div>`,
})}`,
  })
}

function visitOf({ query }: Visit): string | null {
  return query.get('visitId') || null
}

/** The fee, with a checkbox to waive it. The form sends the fee that was shown. */
function feePart(
  { format }: Staff,
  { feeAmount, currency }: { feeAmount: number; currency: string | null },
  say: (amount: string) => string,
  isWaived: boolean,
): Html {
  const shown = hidden({ expectedFeeAmount: String(feeAmount) })
  if (feeAmount === 0 || currency === null) return html`${shown}<p class="soft">${PLAN.noFee}</p>`
  return html`${shown}<p><b>${say(format.money(feeAmount, currency))}</b></p>
${checkbox({ name: 'waiveFee', label: PLAN.waive, isChecked: isWaived })}`
}

function reasonField(value: string | undefined): Html {
  const { reason: label, reasonHint: hint } = PLAN
  return field({
    name: 'reason',
    label,
    hint,
    maxLength: MAX_CHANGE_REASON_LENGTH,
    value: value ?? '',
  })
}

export async function reschedule(visit: Visit): Promise<FastifyReply> {
  const { staff, url, request } = visit
  requireMay(staff, 'rescheduleProject')
  const form = formOf(request)
  const zone = staff.organization.timeZone ?? 'UTC'
  const time = changedTime(form.text('when'), form.text('was-when') ?? '', zone)
  const again = (notice: Notice, problem?: string) => showReschedule(visit, notice, problem)
  if ('problem' in time) {
    return badRequest(visit, COMMON.marked, (notice) => again(notice, time.problem))
  }
  const { instant: scheduledTime } = time
  const visitId = visitOf(visit)
  return change<Project>(visit, {
    call: {
      method: 'POST',
      url: `${url}/reschedule`,
      payload: {
        scheduledTime,
        visitId,
        notifyCustomer: form.text('notifyCustomer') !== undefined,
        ...termsOf(visit),
      },
    },
    done: 'rescheduled',
    section: 'visits',
    record: {
      url,
      texts: async (project) => {
        const path = `${url}/visits/${visitId}`
        const now = visitId === null ? project : (await readTagged<ProjectVisit>(staff, path)).body
        return [staff.format.dayAndTime(scheduledTime), staff.format.dayAndTime(now.scheduledTime)]
      },
    },
    refuse: again,
  })
}

/** The waiver, the reason and the shown fee of a form. */
function termsOf({ request }: Visit) {
  const form = formOf(request)
  const shown = form.text('expectedFeeAmount') ?? ''
  return {
    waiveFee: form.text('waiveFee') !== undefined,
    reason: form.text('reason')?.trim() || null,
    ...(/^\d+$/.test(shown) && { expectedFeeAmount: Number(shown) }),
  }
}

/** The cancellation form, with fee and refund. */
export async function showCancel(visit: Visit, notice?: Notice): Promise<FastifyReply> {
  const { staff, url, here } = visit
  requireMay(staff, 'cancelProject')
  const [{ body: project, etag }, { body: fees }] = await Promise.all([
    readTagged<Project>(staff, url),
    readTagged<Fees>(staff, `${url}/change-fees`),
  ])
  if (project.status === 'CANCELLED' && visit.request.method === 'GET') {
    return visit.reply.redirect(here, 303)
  }
  const sent = formOf(visit.request)
  const texts = PLAN.cancel
  const fee = { feeAmount: fees.cancelFeeAmount, currency: fees.currency }
  return sendStaffPage(visit, {
    title: texts.title,
    notice,
    body: html`<p><a href="${here}">${PLAN.back}</a></p>
<p dir="auto">${addressLine(project) || COMMON.noAddress}<br>${staff.format.dayAndTime(project.scheduledTime)}</p>
<p>${texts.lead}</p>
${changeForm({
  action: `${here}/cancel`,
  etag,
  isOnce: true,
  class: 'narrow',
  content: html`${feePart(staff, fee, PLAN.cancelFee, sent.text('waiveFee') !== undefined)}
${field({
  name: 'refund',
  label: texts.refund,
  value: sent.text('refund') ?? 'LESS_FEE',
  choices: Object.entries(texts.refunds),
})}
${reasonField(sent.text('reason'))}
<div class="actions"><button class="danger">${texts.cancel}</button><a class="button" href="${here}">${texts.keep}</a></div>`,
})}`,
  })
}

export function cancel(visit: Visit): Promise<FastifyReply> {
  const { staff, url, request } = visit
  requireMay(staff, 'cancelProject')
  return change<Project>(visit, {
    call: {
      method: 'POST',
      url: `${url}/cancel`,
      payload: { refund: formOf(request).text('refund') ?? 'LESS_FEE', ...termsOf(visit) },
    },
    done: 'moved',
    record: { url, texts: (now) => [STATUS_NAMES.CANCELLED, STATUS_NAMES[now.status]] },
    refuse: (notice) => showCancel(visit, notice),
  })
}
