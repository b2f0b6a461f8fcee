import { linkAt } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, bundleAssets } from './assets.ts'
import type { ApiResponse, ErrorBody } from './call-api.ts'
import { type Html, html } from './html.ts'
import { type Layout, layOut } from './layout.ts'
import { messageOf } from './message.ts'
import { BACK, LANGUAGE, PROBLEMS, type Words } from './problem-texts.ts'
import { newNonce, sendPage } from './send-page.ts'

/** The page whose call was refused. */
interface Place {
  /** The relative path from the page to the root of the service. */
  root: string
  /** Where the visitor can go back to. */
  back?: string
  /** What a 404 says, and what its page loads. */
  missing: Words
  missingPage?: Pick<Layout, 'styles' | 'module' | 'texts'>
}

/**
 * Sends a problem of the API as a page, with its status. Redirects a link of another cell there, once:
 * docs/contract.md#c15-wrong-cell-link
 */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { status: refused, headers, body }: ApiResponse<ErrorBody>,
  place: Place,
): Promise<FastifyReply> {
  request.problemCode = body.code
  const isLink = body.cellUrl !== undefined && request.method !== 'POST'
  const address = isLink && body.cellUrl ? linkAt(body.cellUrl, request.url) : null
  if (address !== null) {
    reply.vary('Accept')
    return reply.redirect(address, 307)
  }
  const status = isLink ? 404 : refused
  const [assets, nonce] = [await bundleAssets(), newNonce()]
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
  const message = messageOf(body)
  const html = problemPage({ ...place, status, assets, nonce, message })
  return sendPage(request, reply.code(status), { html, nonce, urls: [] })
}

interface Problem extends Place {
  status: number
  assets: Assets
  nonce: string
  /** The API's message. */
  message: string
}

/** The page for any non-success status. */
function problemPage({ status, back, message, missing, missingPage, ...page }: Problem): Html {
  const isMissing = status === 404
  const { title, text } = isMissing ? missing : wordsOf(status)
  // All 404s look alike, so none reveals that a link ever existed. A 421's message is for programs.
  const showsMessage = status >= 400 && status < 500 && !isMissing && status !== 421
  return layOut({
    ...page,
    title,
    language: LANGUAGE,
    styles: ['style.css'],
    ...(isMissing && missingPage),
    body: html`<main class="problem">
<h1>${title}</h1>
${showsMessage ? html`<p>${message}</p>` : ''}
<p>${text}</p>
${back === undefined || isMissing ? '' : html`<p><a href="${back}">${BACK}</a></p>`}
</main>`,
  })
}

function wordsOf(status: number): Words {
  return PROBLEMS[status] ?? (PROBLEMS[status < 500 ? 400 : 500] as Words)
}
