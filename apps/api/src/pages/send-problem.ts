import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../errors.ts'
import { bundleAssets } from './assets.ts'
import type { ApiResponse } from './call-api.ts'
import { problemPage, type Words } from './problem-page.ts'
import { newNonce, sendPage } from './send-page.ts'

/** Where a call was refused. */
interface Place {
  /** From the page's address to the root of the service. */
  root: string
  /** Where the caller can go on, if anywhere. */
  back?: string
  /** What the page of an address that leads nowhere says. */
  missing: Words
}

/** Sends what the API refused as a page, with the API's status. */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: ApiResponse<ErrorBody>,
  { root, back, missing }: Place,
): Promise<FastifyReply> {
  const [assets, nonce] = [await bundleAssets(), newNonce()]
  request.problemCode = body.code
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
  const message = [body.message].flat().join(' ')
  const html = problemPage({ status, assets, nonce, root, message, missing, ...(back && { back }) })
  return sendPage(request, reply.code(status), { html, nonce, urls: [] })
}
