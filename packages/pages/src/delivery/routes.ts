import { MAX_PUBLIC_BODY_BYTES, MAX_REVISION_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { bundleAssets } from '../assets.ts'
import { PAGE } from '../audience.ts'
import type { ErrorBody } from '../call-api.ts'
import { callApi } from '../call-api.ts'
import { formOf, takeForms } from '../forms.ts'
import { OPEN_PAGE } from '../host.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { deliveryPage } from './page.ts'
import { type Item, type Params, UNKNOWN_LINK, type View } from './view.ts'

const page = { constraints: { audience: PAGE }, config: OPEN_PAGE, schema: { hide: true } } as const

/** The page of a delivery. docs/contract.md#c12-accept docs/contract.md#c12-forms */
export const deliveryPageRoutes: FastifyPluginAsync = async (app) => {
  takeForms(app)

  app.get<{ Params: Params }>('/deliveries/:token', page, async (request, reply) => {
    const url = addressOf(request)
    const response = await callApi<View & ErrorBody>(request, { method: 'GET', url })
    if (response.status !== 200)
      return sendProblem(request, reply, response, { root: '../', missing: UNKNOWN_LINK })
    const [assets, nonce] = [await bundleAssets(), newNonce()]
    const { token } = request.params
    const html = deliveryPage(response.body, { token: encodeURIComponent(token), assets, nonce })
    const { media, organization } = response.body
    const urls = media.flatMap(urlsOfItem)
    return sendPage(request, reply, { html, nonce, urls, logoUrls: [organization.logoUrl] })
  })

  const decide = async (request: FastifyRequest, reply: FastifyReply, body: object) => {
    const [, verb] = request.routeOptions.url?.split('/:token') ?? []
    const response = await callApi<ErrorBody>(request, {
      method: 'POST',
      url: `${addressOf(request)}${verb ?? ''}`,
      payload: body,
    })
    // Relative to …/deliveries/{token}/approve, so that it also works behind a proxy with a path prefix.
    const back = `../${encodeURIComponent((request.params as Params).token)}`
    if (response.status !== 200)
      return sendProblem(request, reply, response, { root: '../../', missing: UNKNOWN_LINK, back })
    return reply.redirect(`${back}#decision`, 303)
  }

  app.post(
    '/deliveries/:token/approve',
    { ...page, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    (request, reply) => decide(request, reply, {}),
  )

  app.post(
    '/deliveries/:token/request-revision',
    { ...page, bodyLimit: MAX_REVISION_BODY_BYTES },
    (request, reply) => decide(request, reply, commentOf(request)),
  )
}

function addressOf({ params }: FastifyRequest): string {
  return `/deliveries/${encodeURIComponent((params as Params).token)}`
}

/** The only field of the form. Other fields are ignored. */
function commentOf(request: FastifyRequest): { comment?: string } {
  const comment = formOf(request).text('comment')
  return comment === undefined ? {} : { comment }
}

function urlsOfItem({ cdnUrl, preview, alteredFrom }: Item) {
  return [cdnUrl, preview?.thumbUrl, alteredFrom?.cdnUrl, alteredFrom?.preview?.thumbUrl]
}
