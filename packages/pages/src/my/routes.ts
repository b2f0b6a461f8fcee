import { MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { acceptForms } from '../forms.ts'
import { OPEN } from '../host.ts'
import { ownSite } from '../staff/auth.ts'
import { rootOf } from '../staff/own-address.ts'
import { clientCookie } from './cookie.ts'
import { saveDetails, showDetails } from './details.ts'
import { showHome, showList } from './home.ts'
import {
  askForLink,
  noticeOf,
  showLink,
  showSent,
  showSignIn,
  signOut,
  useLink,
} from './sign-in.ts'
import {
  type ClientAuth,
  callPortal,
  findSession,
  homeOf,
  type MyVisit,
  organizationOf,
  type Params,
  refuse,
  type Visit,
} from './visit.ts'

/** The customer portal, below `/my/:organizationId`. docs/contract.md#c22-pages */
export const myPages: FastifyPluginAsync = async (app) => {
  const site = ownSite(app.host.deliveryBaseUrl)
  const auth: ClientAuth = { site, cookie: clientCookie(!site.isLocal) }
  app.removeAllContentTypeParsers()
  acceptForms(app)
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST') site.refuseOthers(request)
  })
  app.setErrorHandler<Error, { Params: Params }>(async (error, request, reply) => {
    const response = await app.host.refusalOf(error, request)
    if (response.status >= 500)
      request.log.error({ requestId: request.id, err: error }, 'a page failed')
    return refuse({ request, reply, auth }, response)
  })

  const on = (method: 'GET' | 'POST', path: string, show: (visit: Visit) => Promise<unknown>) =>
    app.route<{ Params: Params }>({
      ...OPEN,
      bodyLimit: MAX_PUBLIC_BODY_BYTES,
      method,
      url: `/my/:organizationId${path}`,
      handler: (request, reply) => show({ request, reply, auth }),
    })

  on('GET', '', home)
  on('GET', '/sign-in', showSent)
  on('POST', '/sign-in', askForLink)
  on('GET', '/sign-in/:token', showLink)
  on('POST', '/sign-in/:token', useLink)
  on('POST', '/sign-out', signOut)
  on('GET', '/details', signedIn(showDetails))
  on('POST', '/details', signedIn(saveDetails))
  for (const kind of ['deliveries', 'orders', 'invoices', 'projects'] as const) {
    on(
      'GET',
      `/${kind}`,
      signedIn((visit) => showList(visit, kind)),
    )
  }
  on('POST', '/invoices/:id/pay', signedIn(openInvoice))
}

/** The home page, or the sign-in form if signed out. */
async function home(visit: Visit) {
  const found = await findSession(visit)
  if (found?.status === 200) return showHome(asMine(visit, found))
  if (found && found.status !== 401) return refuse(visit, found)
  if (found) drop(visit)
  const notice = found ? 'ended' : noticeOf(visit, ['signed-out', 'everywhere', 'ended'])
  return showSignIn(visit, { notice })
}

/** Admits signed-in customers; redirects everyone else to the sign-in. */
function signedIn(show: (visit: MyVisit) => Promise<unknown>) {
  return async (visit: Visit) => {
    const found = await findSession(visit)
    if (found?.status === 200) return show(asMine(visit, found))
    if (found && found.status !== 401) return refuse(visit, found)
    if (found) drop(visit)
    return visit.reply.redirect(`${homeOf(visit)}${found ? '?done=ended' : ''}`, 303)
  }
}

function asMine(
  visit: Visit,
  { token, body: session }: { token: string; body: MyVisit['session'] },
): MyVisit {
  return { ...visit, token, session }
}

function drop(visit: Visit): void {
  visit.auth.cookie.drop(visit.request, visit.reply, organizationOf(visit))
}

/** Redirects to the pay page, which doubles as the receipt. */
async function openInvoice(visit: MyVisit) {
  const { request, reply, token, session } = visit
  const { id } = request.params as unknown as { id: string }
  const url = `/portal/invoices/${encodeURIComponent(id)}/pay-link`
  const response = await callPortal<{ url: string }>(visit, token, {
    method: 'POST',
    url,
    payload: {},
  })
  if (response.status !== 201) return refuse(visit, response, session.organization)
  // Relative: the page's CSP allows form redirects only within the origin.
  return reply.redirect(rootOf(request) + new URL(response.body.url).pathname.slice(1), 303)
}
