import type { InvoiceStatus } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import type { Invoice } from '../records.ts'
import { change } from './change.ts'
import { type Done, TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

/** Drafts the invoice of a project from its package, add-ons and discount. */
export function draftInvoice(visit: Visit): Promise<FastifyReply> {
  const { request, url } = visit
  const { idempotencyKey } = changeOf(request)
  return change(visit, {
    call: { method: 'POST', url: `${url}/invoice`, payload: {}, idempotencyKey },
    done: 'drafted',
    section: 'invoice',
    record: { url, wanted: () => '', now: () => '' },
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
