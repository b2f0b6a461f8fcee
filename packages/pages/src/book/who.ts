import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Form } from '../forms.ts'
import type { ClientCookie } from '../my/cookie.ts'
import type { OwnSite } from '../staff/auth.ts'
import { type Answer, readForm, readFormOf } from './read.ts'
import { type BookForm, GUEST, type Member } from './view.ts'

/** The sessions that the page reads. */
export interface BookAuth {
  cookie: ClientCookie
  site: OwnSite
}

/** Who orders, and the form with their prices and terms. */
export interface Who {
  form: BookForm
  /** Undefined for a guest. */
  member: Member | undefined
  isGuestByChoice: boolean
  /** Whether the page was rendered for someone else. The visitor is told before ordering. */
  isOther: boolean
}

/**
 * The form at this URL, and who orders: the customer signed in at its organization unless they chose to be a guest.
 * Frames on other sites get no cookie, so their visitors are guests. docs/contract.md#c22-book-page
 *
 * @returns the API's refusal, if any
 * @throws {PageError} 403 `cross_site` for a form that another site sends with the cookie
 */
export async function findWho(
  auth: BookAuth,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Form,
): Promise<Who | { refused: Answer<unknown> }> {
  const wanted = sent.text('become') ?? sent.text('as') ?? ''
  const isSignedIn = auth.cookie.all(request).length > 0
  if (isSignedIn && request.method === 'POST') auth.site.refuseOthers(request)
  const isGuestByChoice = isSignedIn && wanted === GUEST
  const found = isGuestByChoice ? undefined : await findMember(auth, request, reply)
  if (found?.status === 200) {
    const { token, body } = found
    const { customer, group, ...form } = body
    const isOther = request.method === 'POST' && wanted !== customer.id
    const member = { token, customer, group, myUrl: `../my/${form.organization.id}` }
    return { form, member, isGuestByChoice, isOther }
  }
  const response = found ?? (await readForm(request))
  if (response.status !== 200) return { refused: response }
  const isOther = wanted !== '' && wanted !== GUEST
  return { form: response.body, member: undefined, isGuestByChoice, isOther }
}

/**
 * The form for the customer signed in at its organization. The form doesn't reveal its organization, so each session
 * is tried.
 */
async function findMember({ cookie }: BookAuth, request: FastifyRequest, reply: FastifyReply) {
  for (const { organizationId, token } of cookie.all(request)) {
    const found = await readFormOf(request, token)
    if (found.status === 401) cookie.drop(request, reply, organizationId)
    else if (found.status !== 404) return { ...found, token }
  }
  return undefined
}
