import type { Schemas } from '@mediajobs/client'
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { type Draft, sizeOf, wantedIn } from './draft.ts'
import type { BookForm, Member, Placed, Quote } from './view.ts'

/** A visit to an order form. */
export interface BookVisit {
  request: FastifyRequest
  reply: FastifyReply
  form: BookForm
  /** Undefined for a guest. */
  member: Member | undefined
  isGuestByChoice: boolean
}

export type Answer<Body> = ApiResponse<Body & ErrorBody>

/** The form's path in the API. */
export function pathOf({ params }: FastifyRequest): string {
  return `/book/${encodeURIComponent((params as { publicId: string }).publicId)}`
}

export function readForm(request: FastifyRequest): Promise<Answer<Schemas['BookableForm']>> {
  return callApi(request, { method: 'GET', url: pathOf(request) })
}

type Call = Pick<InjectOptions, 'method' | 'payload'> & { path?: string }

/** Calls the form's API, under /portal if there is a session. */
function callForm<Body>(
  request: FastifyRequest,
  token: string | undefined,
  { path = '', ...call }: Call,
): Promise<Answer<Body>> {
  const url = pathOf(request) + path
  if (token === undefined) return callApi(request, { ...call, url })
  const headers = { authorization: `Bearer ${token}` }
  return callApi(request, { ...call, url: `/portal${url}`, headers })
}

export function readFormOf(
  request: FastifyRequest,
  token: string,
): Promise<Answer<Schemas['PortalBookableForm']>> {
  return callForm(request, token, { method: 'GET' })
}

export function readQuote(
  { request, member }: Pick<BookVisit, 'request' | 'member'>,
  draft: Draft,
): Promise<Answer<Quote>> {
  const payload = wantedIn(draft)
  return callForm(request, member?.token, { method: 'POST', path: '/quote', payload })
}

interface Prices {
  /** Quote for the whole draft. */
  asked?: Answer<Quote>
  /** The quote to show: without a refused discount code, which only its own step reports. */
  quoted?: Answer<Quote>
}

/** Empty until an offer is chosen. */
export async function readPrices(visit: BookVisit, draft: Draft): Promise<Prices> {
  if (!draft.packageId && draft.addOnIds.length === 0) return {}
  const asked = await readQuote(visit, draft)
  if (asked.status === 200 || draft.discountCode === '') return { asked, quoted: asked }
  return { asked, quoted: await readQuote(visit, { ...draft, discountCode: '' }) }
}

const DAY_MS = 86_400_000

/** The free times the form offers. */
export function readSlots(
  { request, member, form }: BookVisit,
  draft: Draft,
): Promise<Answer<Schemas['Slots']>> {
  const now = Date.now()
  const query = new URLSearchParams({
    from: new Date(now).toISOString(),
    to: new Date(now + form.horizonDays * DAY_MS).toISOString(),
  })
  if (draft.packageId) query.set('packageId', draft.packageId)
  if (draft.postalCode) query.set('postalCode', draft.postalCode)
  for (const id of draft.addOnIds) query.append('addOnIds', id)
  const size = sizeOf(draft)
  if (size !== null) query.set('propertySize', String(size))
  return callForm(request, member?.token, { method: 'GET', path: `/slots?${query}` })
}

/** Holds the draft's time, in exchange for its previous hold. */
export function holdTime(
  { request, member }: BookVisit,
  draft: Draft,
): Promise<Answer<Schemas['Hold']>> {
  const payload = {
    startsAt: draft.startsAt || null,
    ...(draft.holdToken && { holdToken: draft.holdToken }),
    ...wantedIn(draft),
  }
  return callForm(request, member?.token, { method: 'POST', path: '/holds', payload })
}

export function placeOrder(
  { request, form, member }: BookVisit,
  draft: Draft,
  language: string,
): Promise<Answer<Placed>> {
  const payload = {
    holdToken: draft.holdToken,
    ...wantedIn(draft),
    answers: Object.fromEntries(
      form.questions.flatMap(({ key }) => (draft.answers[key] ? [[key, draft.answers[key]]] : [])),
    ),
    ...(member
      ? { language }
      : {
          customer: { name: draft.name, email: draft.email, phone: draft.phone || null, language },
        }),
    acceptedTerms: draft.acceptedTerms !== '',
    ...(/^\d+$/.test(draft.shownAmount) && { expectedTotalAmount: Number(draft.shownAmount) }),
  }
  return callForm(request, member?.token, { method: 'POST', path: '/orders', payload })
}
