import type { Language } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { callApi, type ErrorBody } from '../call-api.ts'
import { PAGE } from '../host.ts'
import { html } from '../html.ts'
import type { Layout } from '../layout.ts'
import { sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { TEXTS } from './texts.ts'
import { deliveryLanguage, deliveryPath, type Params } from './view.ts'

/**
 * The download of a delivery for a browser. docs/contract.md#c12-download
 *
 * Archives are often on another origin, and Chromium and WebKit (not Firefox) apply `form-action` to redirects too: a
 * form redirected to an archive does nothing. Allowing the origin would let every form post there, and would still
 * block archives of another cell. So the form gets a same-origin page that continues with `Refresh`, a separate
 * navigation that is exempt from `form-action`. With JavaScript, the page opens `archive.zip` directly.
 */
export const downloadRoutes: FastifyPluginAsync = async (app) => {
  /** Returns the archive's URL, or `null` after sending a problem page. */
  async function archiveOf(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const [, query] = request.url.split(/\?(.*)/s)
    const url = `${deliveryPath(request)}/archive.zip${query ? `?${query}` : ''}`
    const response = await callApi<ErrorBody>(request, { method: 'GET', url })
    const { location } = response.headers
    if (response.status === 307 && typeof location === 'string') return location
    const back = `../${encodeURIComponent((request.params as Params).token)}`
    const language = await deliveryLanguage(request, reply, response.status)
    await sendProblem(request, reply, response, { language, root: '../../', texts: TEXTS, back })
    return null
  }

  app.get<{ Params: Params }>('/deliveries/:token/archive.zip', PAGE, async (request, reply) => {
    const archive = await archiveOf(request, reply)
    return archive === null ? reply : reply.redirect(archive, 307)
  })

  app.get<{ Params: Params }>('/deliveries/:token/download', PAGE, async (request, reply) => {
    const archive = await archiveOf(request, reply)
    if (archive === null) return reply
    const back = `../${encodeURIComponent(request.params.token)}`
    const language = await deliveryLanguage(request, reply)
    reply.header('refresh', `0; url=${archive}`)
    return sendPage(request, reply, {
      ...downloadPage({ language, archive, back }),
      urls: [],
    })
  })
}

interface Context {
  language: Language
  /** The archive's URL. */
  archive: string
  /** The delivery page's URL. */
  back: string
}

/** Shown without JavaScript while `Refresh` starts the download. */
function downloadPage({ archive, back, ...context }: Context): Layout {
  const texts = TEXTS[context.language]
  const [before, link, after] = texts.startingHint
  return {
    ...context,
    title: texts.starting,
    root: '../../',
    styles: ['style.css'],
    body: html`<main class="problem">
<h1>${texts.starting}</h1>
<p>${before}<a href="${archive}">${link}</a>${after}</p>
<p><a href="${back}">${texts.back}</a></p>
</main>`,
  }
}
