import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { bundleAssets } from '../assets.ts'
import { PAGE } from '../audience.ts'
import type { ErrorBody } from '../call-api.ts'
import { callApi } from '../call-api.ts'
import { OPEN_PAGE } from '../host.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { addressOf, type Original, originalPage } from './page.ts'
import { qrCode } from './qr-code.ts'

interface Params {
  publicId: string
}

const MISSING = { title: 'This page does not exist', text: 'Check the address.' }

// The code of an address never changes. But the page may be erased, so caches drop the code after a week.
const FOR_A_WEEK = 'public, max-age=604800, immutable'

const open = { config: OPEN_PAGE, schema: { hide: true } } as const

/** The public page of an altered picture, and its QR code. docs/contract.md#c13-originals */
export const originalPageRoutes: FastifyPluginAsync = async (app) => {
  const read = (request: FastifyRequest<{ Params: Params }>) =>
    callApi<Original & ErrorBody>(request, {
      method: 'GET',
      url: `/originals/${encodeURIComponent(request.params.publicId)}`,
    })

  app.get<{ Params: Params }>(
    '/originals/:publicId',
    { ...open, constraints: { audience: PAGE } },
    async (request, reply) => {
      const response = await read(request)
      if (response.status !== 200) {
        return sendProblem(request, reply, response, { root: '../', missing: MISSING })
      }
      const { body } = response
      const [assets, nonce] = [await bundleAssets(), newNonce()]
      return sendPage(request, reply, {
        html: originalPage(body, { assets, nonce }),
        nonce,
        urls: [body.alteredUrl, body.originalUrl],
        logoUrls: [body.organization.logoUrl],
      })
    },
  )

  app.get<{ Params: Params }>('/originals/:publicId/qr.svg', open, async (request, reply) => {
    const response = await read(request)
    if (response.status !== 200) {
      return sendProblem(request, reply, response, { root: '../../', missing: MISSING })
    }
    return reply
      .header('cache-control', FOR_A_WEEK)
      .type('image/svg+xml')
      .send(qrCode(addressOf(response.body)))
  })
}
