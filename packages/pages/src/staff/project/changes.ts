import {
  type InvoiceStatus,
  REVISION_ITEM_STATUSES,
  type RevisionItemStatus,
} from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { change as changeRecord } from '../change.ts'
import { changeOf } from '../change-form.ts'
import { instantOf } from '../day.ts'
import { read } from '../read-record.ts'
import { type Invoice, type Item, isStatus, type Person, type Project } from '../records.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { STATUS_NAMES } from '../texts.ts'
import { ASSIGNED_FIELDS, type Assigned } from './assignments.ts'
import { back, change } from './change.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import { type Done, TEXTS } from './texts.ts'

export type Assignment = Partial<Pick<Project, Assigned | 'scheduledTime'>>

/** Saves the time and the people that the person changed. The others stay as they are now. */
export async function assign(visit: Visit) {
  const { request, reply, staff, url } = visit
  const form = formOf(request)
  const isChanged = (name: string) => form.text(name) !== form.text(`was-${name}`)
  const payload: Assignment = {}
  for (const field of ASSIGNED_FIELDS.filter(isChanged)) payload[field] = form.text(field) || null
  if (isChanged('when')) {
    const time = instantOf(form.text('when'), staff.organization.timeZone ?? 'UTC')
    if (time === undefined) {
      reply.code(400)
      return show(visit, { kind: 'problem', text: TEXTS.assignments.badTime })
    }
    payload.scheduledTime = time
  }
  if (Object.keys(payload).length === 0) return back(visit, 'same', 'assignments')
  return change<Project>(visit, {
    call: { method: 'PATCH', url, payload, ifMatch: changeOf(request).ifMatch },
    done: 'assigned',
    section: 'assignments',
    record: {
      url,
      wanted: () => describe(visit, payload, payload),
      now: (project) => describe(visit, payload, project),
    },
  })
}

/** The fields of `changed` as `record` has them, a line each. */
export async function describe(
  { staff }: Pick<Visit, 'staff'>,
  changed: Assignment,
  record: Assignment,
): Promise<string> {
  const texts = TEXTS.assignments
  const people = ASSIGNED_FIELDS.filter((field) => field in changed).map(async (field) => {
    const id = record[field]
    const person = id ? await read<Person>(staff, `/users/${id}`) : undefined
    return `${texts[field]}: ${id ? (person?.name ?? TEXTS.someone) : texts.none}`
  })
  const time =
    'scheduledTime' in changed && record.scheduledTime !== undefined
      ? [`${texts.when}: ${staff.format.dayAndTime(record.scheduledTime)}`]
      : []
  return [...time, ...(await Promise.all(people))].join('\n')
}

/** Answers an item of a round. The page has no ETag of an item: the form says what the person saw. */
export function answerItem(visit: Visit, roundId: string, itemId: string) {
  const [round, item] = [roundId, itemId].map(encodeURIComponent)
  const url = `${visit.url}/revisions/${round}/items/${item}`
  const form = formOf(visit.request)
  const status = form.text('status') ?? ''
  const answer = form.text('answer')?.trim() || null
  const wanted = inWords(status, answer)
  return change<Item>(visit, {
    call: { method: 'PATCH', url, payload: { status, answer } },
    done: 'answered',
    section: 'changes',
    record: {
      url,
      wanted: () => wanted,
      now: (each) => inWords(each.status, each.answer),
      isSeen: (now) =>
        inWords(now.status, now.answer) === wanted ||
        (now.status === form.text('was-status') && (now.answer ?? '') === form.text('was-answer')),
      fields: (now) => ({ 'was-status': now.status, 'was-answer': now.answer ?? '' }),
    },
  })
}

function inWords(status: string, answer: string | null): string {
  const name = isItemStatus(status) ? TEXTS.rounds.statuses[status] : status
  return answer === null ? name : `${name}: ${answer}`
}

function isItemStatus(text: string): text is RevisionItemStatus {
  return (REVISION_ITEM_STATUSES as readonly string[]).includes(text)
}

/** Moves a project from a list of jobs, and leads back to the list. */
export function moveFrom(list: string, visit: Visit, anchor = '') {
  const { request, reply, url } = visit
  const status = formOf(request).text('to') ?? ''
  const done = () =>
    reply.redirect(`${list}${list.includes('=') ? '&' : ''}done=${status}${anchor}`, 303)
  return changeRecord<unknown, Project>(visit, {
    call: {
      method: 'PATCH',
      url: `${url}/status`,
      payload: { status },
      ifMatch: changeOf(request).ifMatch,
    },
    done,
    refuse: (response) => sendStaffProblem(visit, response),
    ...(isStatus(status) && {
      compared: {
        url,
        texts: (now) => [STATUS_NAMES[status], STATUS_NAMES[now.status]],
        same: done,
        words: (now) => ({
          lead: TEXTS.moveConflict.lead(addressLine(now) || TEXTS.noAddress),
          yes: TEXTS.moveConflict.again,
        }),
        back: `${list}${anchor}`,
      },
    }),
  })
}

/** Drafts the invoice of a project from its package, add-ons and discount. */
export function draftInvoice(visit: Visit): Promise<FastifyReply> {
  const { request, url } = visit
  const { idempotencyKey } = changeOf(request)
  return change(visit, {
    call: { method: 'POST', url: `${url}/invoice`, payload: {}, idempotencyKey },
    done: 'drafted',
    section: 'invoice',
  })
}

const MOVES: Record<string, { to: InvoiceStatus; done: Done }> = {
  send: { to: 'SENT', done: 'sent' },
  pay: { to: 'PAID', done: 'paid' },
  void: { to: 'VOIDED', done: 'voided' },
}

export const INVOICE_MOVES = Object.keys(MOVES)

/** Sends an invoice, marks it as paid, or voids it. */
export function moveInvoice(visit: Visit, id: string, verb: string): Promise<FastifyReply> {
  const { request } = visit
  const form = formOf(request)
  const move = MOVES[verb]
  if (!move) throw new Error(`an invoice has no move ${verb}`)
  const url = `/invoices/${encodeURIComponent(id)}`
  const paid = {
    method: form.text('method')?.trim() || null,
    reference: form.text('reference')?.trim() || null,
  }
  return change<Invoice>(visit, {
    call: {
      method: 'POST',
      url: `${url}/${verb}`,
      payload: verb === 'pay' ? paid : {},
      ...changeOf(request),
    },
    done: move.done,
    section: 'invoice',
    record: {
      url,
      wanted: () => TEXTS.invoice.statuses[move.to],
      now: ({ status }) => TEXTS.invoice.statuses[status],
    },
  })
}
