import { linkAt } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bundleAssets } from './assets.ts'
import type { ApiResponse, ErrorBody } from './call-api.ts'
import { messageOf } from './message.ts'
import { problemPage, type Words } from './problem-page.ts'
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
