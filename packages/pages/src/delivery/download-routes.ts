import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { bundleAssets } from '../assets.ts'
import { PAGE } from '../audience.ts'
import type { ErrorBody } from '../call-api.ts'
import { callApi } from '../call-api.ts'
import { OPEN_PAGE } from '../host.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { downloadPage } from './download-page.ts'
import { type Params, UNKNOWN_LINK } from './routes.ts'

const page = { constraints: { audience: PAGE }, config: OPEN_PAGE, schema: { hide: true } } as const

/**
 * The download of a delivery for a browser. docs/contract.md#c12-download
 *
 * Archives are often on another origin, and Chromium and WebKit apply `form-action` to the redirects of a form too
 * (Firefox does not): a form that is redirected to an archive then does nothing at all. To list the origin in the
 * policy would let every form of the page send there, and would still refuse the archive of another cell. So no form
 * is redirected: it gets a page of this origin, which leads on with `Refresh`. That is a navigation of that page's
 * own, which no browser counts as the form's. The module of the page opens `archive.zip` itself, as a link does.
 */
export const downloadRoutes: FastifyPluginAsync = async (app) => {
  /** The address of the archive; `null` after a problem, which was sent. */
  async function archiveOf(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const token = encodeURIComponent((request.params as Params).token)
    const [, query] = request.url.split(/\?(.*)/s)
    const url = `/deliveries/${token}/archive.zip${query ? `?${query}` : ''}`
    const response = await callApi<ErrorBody>(request, { method: 'GET', url })
    const { location } = response.headers
    if (response.status === 307 && typeof location === 'string') return location
    const back = `../${token}`
    await sendProblem(request, reply, response, { root: '../../', missing: UNKNOWN_LINK, back })
    return null
  }

  app.get<{ Params: Params }>('/deliveries/:token/archive.zip', page, async (request, reply) => {
    const archive = await archiveOf(request, reply)
    return archive === null ? reply : reply.redirect(archive, 307)
  })

  app.get<{ Params: Params }>('/deliveries/:token/download', page, async (request, reply) => {
    const archive = await archiveOf(request, reply)
    if (archive === null) return reply
    const [assets, nonce] = [await bundleAssets(), newNonce()]
    const back = `../${encodeURIComponent(request.params.token)}`
    reply.header('refresh', `0; url=${archive}`)
    return sendPage(request, reply, {
      html: downloadPage({ assets, nonce, archive, back }),
      nonce,
      urls: [],
    })
  })
}
