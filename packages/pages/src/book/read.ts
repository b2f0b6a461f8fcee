import type { Schemas } from '@mediajobs/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { addressOf, type Draft, selectionOf, sizeOf } from './draft.ts'
import type { BookForm, Placed, Quote } from './view.ts'

/** A visitor of an order form. */
export interface BookVisit {
  request: FastifyRequest
  reply: FastifyReply
  form: BookForm
}

export type Answer<Body> = ApiResponse<Body & ErrorBody>

/** The form's path in the API. */
export function pathOf({ params }: FastifyRequest): string {
  return `/book/${encodeURIComponent((params as { publicId: string }).publicId)}`
}

export function readForm(request: FastifyRequest): Promise<Answer<BookForm>> {
  return callApi(request, { method: 'GET', url: pathOf(request) })
}

export function readQuote(request: FastifyRequest, draft: Draft): Promise<Answer<Quote>> {
  const payload = {
    selection: selectionOf(draft),
    propertySize: sizeOf(draft),
    address: addressOf(draft),
  }
  return callApi(request, { method: 'POST', url: `${pathOf(request)}/quote`, payload })
}

const DAY_MS = 86_400_000

/** The free times, as far as the form offers them. */
export function readSlots(
  request: FastifyRequest,
  { horizonDays }: BookForm,
  draft: Draft,
): Promise<Answer<Schemas['Slots']>> {
  const now = Date.now()
  const query = new URLSearchParams({
    from: new Date(now).toISOString(),
    to: new Date(now + horizonDays * DAY_MS).toISOString(),
  })
  if (draft.packageId) query.set('packageId', draft.packageId)
  if (draft.postalCode) query.set('postalCode', draft.postalCode)
  for (const id of draft.addOnIds) query.append('addOnIds', id)
  const size = sizeOf(draft)
  if (size !== null) query.set('propertySize', String(size))
  return callApi(request, { method: 'GET', url: `${pathOf(request)}/slots?${query}` })
}

/** Exchanges the hold that the draft has. */
export function holdTime(request: FastifyRequest, draft: Draft): Promise<Answer<Schemas['Hold']>> {
  const payload = {
    startsAt: draft.startsAt || null,
    ...(draft.holdToken && { holdToken: draft.holdToken }),
    selection: selectionOf(draft),
    propertySize: sizeOf(draft),
    address: addressOf(draft),
  }
  return callApi(request, { method: 'POST', url: `${pathOf(request)}/holds`, payload })
}

export function placeOrder(
  { request, form }: Pick<BookVisit, 'request' | 'form'>,
  draft: Draft,
  language: string,
): Promise<Answer<Placed>> {
  const payload = {
    holdToken: draft.holdToken,
    selection: selectionOf(draft),
    propertySize: sizeOf(draft),
    address: addressOf(draft),
    answers: Object.fromEntries(
      form.questions.flatMap(({ key }) => (draft.answers[key] ? [[key, draft.answers[key]]] : [])),
    ),
    customer: { name: draft.name, email: draft.email, phone: draft.phone || null, language },
    acceptedTerms: draft.acceptedTerms !== '',
    ...(/^\d+$/.test(draft.shownAmount) && { expectedTotalAmount: Number(draft.shownAmount) }),
  }
  return callApi(request, { method: 'POST', url: `${pathOf(request)}/orders`, payload })
}
