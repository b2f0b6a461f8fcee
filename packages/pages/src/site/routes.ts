import { localeIn, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiResponse, callApi, type ErrorBody, readOwn } from '../call-api.ts'
import { chooseLanguage } from '../choose-language.ts'
import { formatFor } from '../format.ts'
import { acceptForms, formOf } from '../forms.ts'
import { PAGE } from '../host.ts'
import { sendPage, sendSharedPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { bodyOf, type Lead, leadOf, leadProblems, TRAP } from './contact.ts'
import { sitePage, tourPage } from './page.ts'
import { shownFrame } from './sections.ts'
import { TEXTS } from './texts.ts'
import { type Property, type Site, type Tour, type View, withOwnUrls } from './view.ts'

const ROOT = '../'

interface Params {
  publicId: string
}

/** The two pages of a property. docs/contract.md#c23 */
export const sitePageRoutes: FastifyPluginAsync = async (app) => {
  acceptForms(app)

  app.get<{ Params: Params }>('/sites/:publicId', PAGE, async (request, reply) => {
    const response = await readOwn<Site>(request, reply)
    return response.status === 200
      ? showSite(request, reply, response.body)
      : refuse(request, reply, response, ROOT)
  })

  app.get<{ Params: Params }>('/tours/:publicId', PAGE, async (request, reply) => {
    const response = await readOwn<Tour>(request, reply)
    if (response.status !== 200) return refuse(request, reply, response, ROOT)
    const view = viewOf(request, reply, response.body, null)
    return sendSharedPage(request, reply, dataOf(view), () => ({
      ...tourPage({ ...view, property: withOwnUrls(response.body) }, { root: ROOT }),
      urls: [request.server.host.fileOrigin],
      framed: shownFrame(view)?.origin,
      hasReferrer: false,
    }))
  })

  app.post<{ Params: Params }>(
    '/sites/:publicId/leads',
    { ...PAGE, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    sendLead,
  )
}

function sitePath({ params }: FastifyRequest): string {
  return `/sites/${idOf(params)}`
}

function idOf(params: unknown): string {
  return encodeURIComponent((params as Params).publicId)
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  root: string,
) {
  return sendProblem(request, reply, response, { root, texts: TEXTS })
}

function viewOf(
  request: FastifyRequest,
  reply: FastifyReply,
  property: Property,
  site: Site | null,
): View {
  const organizationLocale = site ? site.organization.locale : (property as Tour).locale
  const language = chooseLanguage(request, reply, { organizationLocale })
  const { tour, sent } = request.query as Record<string, unknown>
  const isForm = request.method === 'POST'
  return {
    property,
    site,
    here: `${isForm ? '../' : ''}${idOf(request.params)}`,
    tour: Number(tour) || 0,
    isSent: sent === 'yes',
    isPreview: false,
    language,
    texts: TEXTS[language],
    format: formatFor(localeIn(language, organizationLocale), null),
  }
}

/** The parts of a view from which the rest is derived. */
function dataOf({ property, here, tour, isSent, language }: View) {
  return { property, here, tour, isSent, language }
}

async function showSite(request: FastifyRequest, reply: FastifyReply, site: Site, lead?: Lead) {
  const view = viewOf(request, reply, site, site)
  const { host } = request.server
  const url = new URL(sitePath(request).slice(1), new URL('.', host.deliveryBaseUrl)).href
  const make = () => ({
    ...sitePage(view, site, { root: lead ? '../../' : ROOT, url, lead }),
    urls: [site.photos, site.videos, site.floorPlans].flat().map(({ url }) => url),
    logoUrls: [site.organization.logoUrl, ...site.contacts.map(({ photoUrl }) => photoUrl)],
    framed: shownFrame(view)?.origin,
    isListed: lead === undefined,
  })
  return lead
    ? sendPage(request, reply, make())
    : sendSharedPage(request, reply, dataOf(view), make)
}

/** Sends a visitor's message. A refusal shows the page again with errors at their fields. */
async function sendLead(request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const sent = leadOf(form)
  const response = await callApi<ErrorBody>(request, {
    method: 'POST',
    url: `${sitePath(request)}/leads`,
    payload: bodyOf(sent, form.text(TRAP)),
  })
  // Relative to …/sites/{publicId}/leads, so a proxy may prefix the path.
  if (response.status < 300)
    return reply.redirect(`../${idOf(request.params)}?sent=yes#contact`, 303)
  const site = await callApi<Site & ErrorBody>(request, { method: 'GET', url: sitePath(request) })
  if (response.status === 404 || site.status !== 200) {
    return refuse(request, reply, response.status === 404 ? response : site, '../../')
  }
  request.problemCode = response.body.code
  const { headers } = response
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
  reply.code(response.status)
  const { texts } = viewOf(request, reply, site.body, site.body)
  return showSite(request, reply, site.body, leadProblems(response, sent, texts))
}
