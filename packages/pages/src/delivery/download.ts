import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, bundleAssets } from '../assets.ts'
import { PAGE } from '../audience.ts'
import { callApi, type ErrorBody } from '../call-api.ts'
import type { Format } from '../format.ts'
import { OPEN_PAGE } from '../host.ts'
import { type Html, html, nothing } from '../html.ts'
import { layOut } from '../layout.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { type Params, UNKNOWN_LINK, type View } from './view.ts'

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

interface Context {
  assets: Assets
  nonce: string
  /** The address of the archive. */
  archive: string
  /** The page of the delivery. */
  back: string
}

/** What a browser without JavaScript shows while it downloads. The response also leads it to the archive. */
function downloadPage({ archive, back, ...context }: Context): Html {
  return layOut({
    ...context,
    title: 'Your download is starting',
    language: 'en',
    root: '../../',
    styles: ['style.css'],
    body: html`<main class="problem">
<h1>Your download is starting</h1>
<p>If nothing happens, <a href="${archive}">download the files here</a>.</p>
<p><a href="${back}">Back to the delivery</a></p>
</main>`,
  })
}

interface Bar {
  view: View
  token: string
  format: Format
  assets: Assets
  /** Whether the client can still decide. */
  isOpen: boolean
}

/** The bar at the bottom of the window, with the download and a link to the decision. */
export function downloadBar({ view, token, format, assets, isOpen }: Bar): Html {
  const { archive, organization } = view
  const toDecision = isOpen ? html`<a class="go" href="#decision">Approve</a>` : nothing
  if (archive.state === 'NONE') {
    return isOpen ? html`<nav class="bar" aria-label="Decision">${toDecision}</nav>` : nothing
  }
  if (archive.state === 'PREPARING') {
    return html`<section class="bar" aria-label="Download"><p role="status">The download is being prepared. Load the page again in a minute.</p>${toDecision}</section>`
  }
  return html`<form id="download" action="${token}/download" class="bar" aria-label="Download" data-locale="${organization.locale ?? 'en'}">
<span role="status" id="chosen"></span>
<select name="size" aria-label="Size of the photos">
<option value="mls">MLS (all: ${format.bytes(archive.mlsBytes)})</option>
<option value="original">Original (all: ${format.bytes(archive.originalBytes)})</option>
</select>
<button>Download <span id="what">all</span></button>
<button type="button" id="share" data-module="../assets/${assets.get('delivery/browser/share.ts')?.name}" hidden>Save to Photos</button>
${toDecision}
</form>`
}
