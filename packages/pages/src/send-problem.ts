import { linkAt } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, bundleAssets } from './assets.ts'
import type { ApiResponse, ErrorBody } from './call-api.ts'
import { type Html, html } from './html.ts'
import { layOut } from './layout.ts'
import { messageOf } from './message.ts'
import { newNonce, sendPage } from './send-page.ts'

/** The page on which a call was refused. */
interface Place {
  /** The relative path from the page to the root of the service. */
  root: string
  /** The page to which the visitor can go back. */
  back?: string
  /** The texts for a 404. */
  missing: Words
}

/**
 * Sends a problem of the API as a page, with the status of the problem. A link of another cell is redirected there,
 * once: docs/contract.md#c15-wrong-cell-link
 */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { status: refused, headers, body }: ApiResponse<ErrorBody>,
  { root, back, missing }: Place,
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
  const html = problemPage({ status, assets, nonce, root, message, missing, ...(back && { back }) })
  return sendPage(request, reply.code(status), { html, nonce, urls: [] })
}

interface Problem {
  status: number
  assets: Assets
  nonce: string
  root: string
  /** The page to which the visitor can go back. */
  back?: string
  /** The message of the API's problem. */
  message?: string
  /** The texts for a 404. */
  missing: Words
}

interface Words {
  title: string
  text: string
}

const WORDS: Readonly<Record<number, Words>> = {
  409: {
    title: 'This is not possible any more',
    text: 'Open the page again to see what has changed.',
  },
  413: { title: 'Your text is too long', text: 'Shorten your comments and send them again.' },
  421: { title: 'This page has moved', text: 'Open the link again. It leads to the new address.' },
  429: { title: 'Too many calls', text: 'Wait a minute and load the page again.' },
  503: {
    title: 'Not available right now',
    text: 'Wait a moment and load the page again. Nothing is lost.',
  },
}

const REFUSED: Words = { title: 'That did not work', text: 'Go back, change it and send it again.' }
const FAILED: Words = {
  title: 'Something went wrong on our side',
  text: 'Wait a moment and load the page again. Nothing is lost.',
}

/** The page for a status that is not a success. */
function problemPage(problem: Problem): Html {
  const { status, assets, nonce, root, back, message, missing } = problem
  const { title, text } = status === 404 ? missing : wordsOf(status)
  // Every 404 looks the same, so that it does not reveal whether a link ever existed. The message of a 421 is for
  // programs.
  const showsMessage =
    message !== undefined && status >= 400 && status < 500 && status !== 404 && status !== 421
  return layOut({
    title,
    language: 'en',
    root,
    assets,
    nonce,
    styles: ['style.css'],
    body: html`<main class="problem">
<h1>${title}</h1>
${showsMessage ? html`<p>${message}</p>` : ''}
<p>${text}</p>
${back === undefined || status === 404 ? '' : html`<p><a href="${back}">To the delivery</a></p>`}
</main>`,
  })
}

function wordsOf(status: number): Words {
  return WORDS[status] ?? (status < 500 ? REFUSED : FAILED)
}
