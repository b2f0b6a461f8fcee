import {
  type InvoiceStatus,
  REVISION_ITEM_STATUSES,
  type RevisionItemStatus,
} from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { askAgain } from '../change.ts'
import { changeOf } from '../change-form.ts'
import { instantOf } from '../day.ts'
import { read } from '../read-record.ts'
import type { Invoice, Item, Person, Project } from '../records.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { ASSIGNED_FIELDS, type Assigned } from './assignments.ts'
import { back, change } from './change.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import { type Done, TEXTS } from './texts.ts'

type Assignment = Partial<Pick<Project, Assigned | 'scheduledTime'>>

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
async function describe(
  { staff }: Visit,
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

/**
 * Answers an item of a round. A list of rounds has no ETag of an item: the form has what the person saw, and the
 * item must still be so.
 */
export async function answerItem(visit: Visit, roundId: string, itemId: string) {
  const { request, reply, staff } = visit
  const [round, item] = [roundId, itemId].map(encodeURIComponent)
  const url = `${visit.url}/revisions/${round}/items/${item}`
  const form = formOf(request)
  const status = form.text('status') ?? ''
  const answer = form.text('answer')?.trim() || null
  const found = await staff.call<Item & ErrorBody>({ method: 'GET', url })
  if (found.status !== 200) return sendStaffProblem(request, reply, staff, found)
  const { body: now } = found
  const isSeen =
    now.status === form.text('was-status') && (now.answer ?? '') === form.text('was-answer')
  const wanted = inWords(status, answer)
  if (!isSeen && inWords(now.status, now.answer) !== wanted) {
    return askAgain(
      visit,
      {
        texts: (item) => [wanted, inWords(item.status, item.answer)],
        same: () => back(visit, 'same', 'changes'),
        back: `${visit.here}#changes`,
        fields: { 'was-status': now.status, 'was-answer': now.answer ?? '' },
      },
      { headers: {}, body: now },
    )
  }
  return change<Item>(visit, {
    call: {
      method: 'PATCH',
      url,
      payload: { status, answer },
      ifMatch: String(found.headers.etag),
    },
    done: 'answered',
    section: 'changes',
    record: { url, wanted: () => wanted, now: (each) => inWords(each.status, each.answer) },
  })
}

function inWords(status: string, answer: string | null): string {
  const name = isStatus(status) ? TEXTS.rounds.statuses[status] : status
  return answer === null ? name : `${name}: ${answer}`
}

function isStatus(text: string): text is RevisionItemStatus {
  return (REVISION_ITEM_STATUSES as readonly string[]).includes(text)
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
