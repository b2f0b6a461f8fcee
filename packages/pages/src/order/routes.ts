import { localeIn, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { bundleAssets } from '../assets.ts'
import { PAGE } from '../audience.ts'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { chooseLanguage } from '../choose-language.ts'
import { formatFor } from '../format.ts'
import { takeForms } from '../forms.ts'
import { OPEN_PAGE } from '../host.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { calendarFile } from './calendar-file.ts'
import { orderPage } from './page.ts'
import { situationOf } from './situation.ts'
import { TEXTS } from './texts.ts'
import type { View } from './view.ts'

interface Params {
  token: string
}

const open = { config: OPEN_PAGE, schema: { hide: true } } as const
const page = { ...open, constraints: { audience: PAGE } } as const

/** The page of an order, for its client. docs/contract.md#c20-order-page */
export const orderPageRoutes: FastifyPluginAsync = async (app) => {
  takeForms(app)

  app.get<{ Params: Params }>('/orders/:token', page, async (request, reply) => {
    const response = await read(request)
    if (response.status !== 200) return refuse(request, reply, response, '../')
    return show(request, reply, response.body)
  })

  app.post<{ Params: Params }>(
    '/orders/:token/checkout',
    { ...page, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    async (request, reply) => {
      const response = await callApi<{ url: string } & ErrorBody>(request, {
        method: 'POST',
        url: `${pathOf(request)}/checkout`,
        payload: {},
      })
      if (response.status < 300) return reply.redirect(response.body.url, 303)
      // Paid, expired or declined meanwhile: the page says so.
      if (response.status === 409) return reply.redirect(`../${tokenOf(request)}`, 303)
      return refuse(request, reply, response, '../../')
    },
  )

  app.get<{ Params: Params }>('/orders/:token/calendar.ics', open, async (request, reply) => {
    const response = await read(request)
    const file = response.status === 200 ? calendarFile(response.body, tokenOf(request)) : undefined
    if (file === undefined) return refuse(request, reply, asMissing(response), '../../')
    return reply
      .header('content-disposition', 'attachment; filename="shoot.ics"')
      .type('text/calendar; charset=utf-8')
      .send(file)
  })
}

function tokenOf({ params }: FastifyRequest): string {
  return encodeURIComponent((params as Params).token)
}

function pathOf(request: FastifyRequest): string {
  return `/orders/${tokenOf(request)}`
}

function read(request: FastifyRequest): Promise<ApiResponse<View & ErrorBody>> {
  return callApi<View & ErrorBody>(request, { method: 'GET', url: pathOf(request) })
}

function asMissing(response: ApiResponse<ErrorBody>): ApiResponse<ErrorBody> {
  return response.status === 200 ? { ...response, status: 404 } : response
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  root: string,
) {
  const language = chooseLanguage(request, reply)
  return sendProblem(request, reply, response, { language, root, missing: TEXTS[language].missing })
}

async function show(request: FastifyRequest, reply: FastifyReply, order: View) {
  const { organization } = order
  const language = chooseLanguage(request, reply, {
    customerLanguage: order.language,
    organizationLocale: organization.locale,
  })
  const isBack = new URLSearchParams(request.url.split('?')[1]).has('back')
  const [assets, nonce] = [await bundleAssets(), newNonce()]
  const html = orderPage(order, {
    language,
    texts: TEXTS[language],
    format: formatFor(localeIn(language, organization.locale), organization.timeZone),
    situation: situationOf(order, isBack),
    here: tokenOf(request),
    root: '../',
    assets,
    nonce,
  })
  return sendPage(request, reply, {
    html,
    nonce,
    urls: [],
    logoUrls: [organization.logoUrl],
    formLeadsTo: request.server.host.checkoutOrigin,
  })
}
