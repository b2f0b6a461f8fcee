import type { Schemas } from '@mediajobs/client'
import { minorUnitDigits, REVISION_ITEM_STATUSES, type RevisionItemStatus } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { amountLike, scaled } from '../../amounts.ts'
import { messageOf } from '../../for-people.ts'
import { addressLine } from '../../format.ts'
import { formOf } from '../../forms.ts'
import type { Quote } from '../booking/read.ts'
import { ask, type Compared, change as changeRecord, type Question } from '../change.ts'
import { badRequest, problem, refusal } from '../list.ts'
import { withQuery } from '../own-address.ts'
import { pageNotFound, readTagged } from '../read-record.ts'
import { problemNotice } from '../records/form.ts'
import { save } from '../records/save.ts'
import { type Invoice, type Item, isStatus, type Project } from '../records.ts'
import { type Notice, sendStaffProblem } from '../send-staff-page.ts'
import { requireMay, type StaffCall } from '../staff.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import { FACTS } from './facts.ts'
import { endsWithoutFiles, toQuestion } from './no-files.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import { type Done, type SectionName, TEXTS } from './texts.ts'

interface Change<Body> {
  call: StaffCall
  done: Done
  /** Anchor for the redirect to the project's page. */
  section?: SectionName | `item-${string}`
  /** What a stale form is compared with. */
  record?: Omit<Compared<Body>, 'same' | 'back'>
  /** Confirmations by problem code; a yes resubmits the form. */
  asks?: Readonly<Record<string, Pick<Question, 'title' | 'yes' | 'no' | 'fields'>>>
  /** Shows the form's page with a notice. Default: the project's page. */
  refuse?: (notice: Notice) => Promise<FastifyReply>
}

/** Sends a change, then redirects to the project's page. A refusal becomes a notice or a question. */
export function change<Body>(visit: Visit, each: Change<Body>): Promise<FastifyReply> {
  const { call, done, section, record, asks = {} } = each
  const { refuse = (notice) => show(visit, notice) } = each
  const address = addressOf(visit, section)
  return changeRecord<unknown, Body>(visit, {
    call,
    done: () => back(visit, done, section),
    refuse: ({ body }) => {
      const text = messageOf(body)
      const question = asks[body.code]
      if (!question) return refuse(problem(text))
      const etag = formOf(visit.request).text('if-match')
      return ask(visit, { ...question, lead: text, etag, back: address })
    },
    ...(record && {
      compared: { ...record, same: () => back(visit, 'same', section), back: address },
    }),
  })
}

/** Redirects to the project's page, with a notice of what was done. */
function back(visit: Visit, done: Done, section?: string) {
  return visit.reply.redirect(addressOf(visit, section, `?done=${done}`), 303)
}

function addressOf({ here }: Visit, section?: string, query = ''): string {
  return `${here}${query}${section ? `#${section}` : ''}`
}

/** Answers an item of a round. The page has no item ETags, so the form sends what the person saw. */
export function answerItem(visit: Visit) {
  const { roundId, itemId } = visit.params
  const url = `${visit.url}/revisions/${roundId}/items/${itemId}`
  const form = formOf(visit.request)
  const status = form.text('status') ?? ''
  const answer = form.text('answer')?.trim() || null
  const wanted = inWords(status, answer)
  return change<Item>(visit, {
    call: { method: 'PATCH', url, payload: { status, answer } },
    done: 'answered',
    section: `item-${itemId}`,
    record: {
      url,
      texts: (now) => [wanted, inWords(now.status, now.answer)],
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

/** Moves a project to a status. */
export async function move(visit: Visit): Promise<FastifyReply> {
  if (await endsWithoutFiles(visit)) return toQuestion(visit)
  const { call, record } = moveOf(visit)
  return change<Project>(visit, { call, done: 'moved', record })
}

function moveOf({ request, url }: Visit) {
  const status = formOf(request).text('to') ?? ''
  const call = { method: 'PATCH', url: `${url}/status`, payload: { status } } as const
  const wanted = isStatus(status) ? STATUS_NAMES[status] : status
  const record = {
    url,
    texts: (now: Project) => [wanted, STATUS_NAMES[now.status]] as const,
  }
  return { status, call, record }
}

/** Moves a project from a list of jobs, and redirects back. */
export function moveFrom(list: string, visit: Visit, anchor = '') {
  const { status, call, record } = moveOf(visit)
  const done = () => visit.reply.redirect(`${withQuery(list, [['done', status]])}${anchor}`, 303)
  return changeRecord<unknown, Project>(visit, {
    call,
    done,
    refuse: (response) => sendStaffProblem(visit, response),
    compared: {
      ...record,
      same: done,
      words: (now, isForbidden) => {
        const { lead, forbidden, again } = TEXTS.moveConflict
        const place = addressLine(now) || COMMON.noAddress
        return { lead: isForbidden ? forbidden(place) : lead(place), yes: again }
      },
      back: `${list}${anchor}`,
    },
  })
}

/** The notice on a list of jobs after a move. */
export function movedNotice(query: URLSearchParams): Notice | undefined {
  const status = query.get('done') ?? ''
  return isStatus(status) ? { kind: 'done', text: COMMON.moved(STATUS_NAMES[status]) } : undefined
}

/** Drafts the invoice of a project from its package, add-ons and discount. */
export function draftInvoice(visit: Visit): Promise<FastifyReply> {
  return change(visit, {
    call: { method: 'POST', url: `${visit.url}/invoice`, payload: {} },
    done: 'drafted',
    section: 'invoice',
  })
}

/** Drafts an invoice for add-ons chosen after an earlier invoice, which has the travel fee. */
export async function draftAddOns(visit: Visit): Promise<FastifyReply> {
  const { staff, id, url, params } = visit
  const [{ body: earlier }, { body: project }] = await Promise.all([
    readTagged<Invoice>(staff, `/invoices/${params.invoiceId}`),
    readTagged<Project>(staff, url),
  ])
  if (earlier.projectId !== id) throw pageNotFound()
  const { customerId, propertySize } = project
  const selectedAddOnIds = formOf(visit.request).texts('addOn')
  return changeRecord<Quote>(visit, {
    call: {
      method: 'POST',
      url: '/pricing/quote',
      payload: { selectedAddOnIds, propertySize, customerId },
      // The form's key is for the invoice.
      idempotencyKey: undefined,
    },
    done: ({ body: { currency, lineItems } }) =>
      change(visit, {
        call: {
          method: 'POST',
          url: '/invoices',
          payload: { customerId: earlier.customerId, projectId: id, currency, lineItems },
        },
        done: 'drafted',
        section: 'invoice',
      }),
    refuse: ({ status, body }) =>
      show(visit, problem(status === 404 ? TEXTS.invoice.archived : messageOf(body))),
    showsFormOn404: true,
  })
}

const MOVES = {
  send: { to: 'SENT', done: 'sent' },
  pay: { to: 'PAID', done: 'paid' },
  void: { to: 'VOIDED', done: 'voided' },
} as const

/** Sends an invoice, marks it as paid, or voids it. */
export async function moveInvoice(visit: Visit): Promise<FastifyReply> {
  const { invoiceId, verb = '' } = visit.params
  if (!Object.hasOwn(MOVES, verb)) throw pageNotFound()
  const { to, done } = MOVES[verb as keyof typeof MOVES]
  const form = formOf(visit.request)
  const url = `/invoices/${invoiceId}`
  const { body: invoice } = await readTagged<Invoice>(visit.staff, url)
  const amount = form.text('paymentAmount')
  const paymentAmount =
    amount === undefined ? undefined : scaled(amount, minorUnitDigits(invoice.currency))
  const { balanceAmount } = invoice
  const isNothing = paymentAmount === 0 && balanceAmount > 0
  if (verb === 'pay' && (typeof paymentAmount === 'string' || isNothing)) {
    return badRequest(visit, TEXTS.invoice.badAmount(amountLike(invoice.currency)), (notice) =>
      show(visit, notice),
    )
  }
  const isTooMuch = typeof paymentAmount === 'number' && paymentAmount > balanceAmount
  if (isTooMuch && invoice.status === 'SENT' && form.text('sure') === undefined) {
    const money = (value: number) => visit.staff.format.money(value, invoice.currency)
    return ask(visit, {
      ...TEXTS.invoice.tooMuch,
      lead: TEXTS.invoice.tooMuch.lead(money(paymentAmount), money(balanceAmount)),
      fields: { sure: 'yes' },
      etag: form.text('if-match'),
      back: `${visit.here}#invoice`,
    })
  }
  const paid = {
    // Omits the amount if it is the whole balance.
    ...(paymentAmount !== undefined && paymentAmount !== balanceAmount && { paymentAmount }),
    method: form.text('method')?.trim() || null,
    reference: form.text('reference')?.trim() || null,
  }
  return change<Invoice>(visit, {
    call: { method: 'POST', url: `${url}/${verb}`, payload: verb === 'pay' ? paid : {} },
    done,
    section: 'invoice',
    record: {
      url,
      texts: ({ status }) => [TEXTS.invoice.statuses[to], TEXTS.invoice.statuses[status]],
    },
  })
}

/**
 * Starts the download of the original files. The page forwards to the archive with `Refresh`: browsers apply
 * `form-action` to redirects of forms, and archives are often on another origin.
 */
export function downloadOriginals(visit: Visit): Promise<FastifyReply> {
  const { starting: text, startNow } = TEXTS.files
  return changeRecord<Schemas['Archive']>(visit, {
    call: { method: 'POST', url: `${visit.url}/archive`, payload: { size: 'original' } },
    done: ({ body: { url } }) => {
      visit.reply.header('refresh', `0; url=${url}`)
      return show(visit, { kind: 'done', text, link: { url, text: startNow } })
    },
    refuse: ({ body }) => show(visit, refusal(body)),
  })
}

/** Saves a fact. Only the fields that the person changed are sent. */
export async function saveFact(visit: Visit): Promise<FastifyReply> {
  const { staff, url, params } = visit
  const { fact: name = '' } = params
  const fact = Object.hasOwn(FACTS, name) ? FACTS[name] : undefined
  if (!fact) throw pageNotFound()
  requireMay(staff, 'updateProject')
  const { body: project } = await readTagged<Project>(staff, url)
  const fields = await fact.fields(visit, project)
  return save<Project>({
    visit,
    fields,
    method: 'PATCH',
    url,
    part: `#fact-${name}`,
    showsFormOn404: true,
    ...(fact.payloadOf && {
      payloadOf: (changed) => fact.payloadOf?.(changed, project) ?? changed,
    }),
    refuse: (problems) => show(visit, problemNotice(problems), { name, fields, problems }),
  })
}
