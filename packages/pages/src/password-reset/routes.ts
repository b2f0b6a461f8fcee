import { MAX_PUBLIC_BODY_BYTES, tokenLinkAt } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { bundleAssets } from '../assets.ts'
import type { ErrorBody } from '../call-api.ts'
import { callApi } from '../call-api.ts'
import { formOf, takeForms } from '../forms.ts'
import { OPEN_PAGE } from '../host.ts'
import type { Html } from '../html.ts'
import { messageOf } from '../message.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { passwordResetDone, passwordResetPage } from './page.ts'

const open = { config: OPEN_PAGE, schema: { hide: true } } as const

type Draw = (context: Parameters<typeof passwordResetPage>[0]) => Html

/** docs/contract.md#c14-password-reset */
export const passwordResetPageRoutes: FastifyPluginAsync = async (app) => {
  takeForms(app)

  app.get('/password-resets', open, (request, reply) =>
    send(request, reply, (context) => passwordResetPage(context)),
  )

  app.post(
    '/password-resets',
    { ...open, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    async (request, reply) => {
      const form = formOf(request)
      const token = form.text('token')
      const password = form.text('password')
      const isAsking = token === undefined
      const { status, headers, body } = await callApi<ErrorBody & { sendsMail?: boolean }>(
        request,
        {
          method: 'POST',
          url: `/auth/password-resets${isAsking ? '' : '/accept'}`,
          payload: isAsking ? { email: form.text('email') } : { token, password },
        },
      )
      if (status < 300) {
        const step = body.sendsMail === false ? 'off' : 'asked'
        return send(request, reply, (context) =>
          passwordResetDone(isAsking ? step : 'set', context),
        )
      }
      request.problemCode = body.code
      if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
      const problem = body.cellUrl ? 'This link has moved.' : messageOf(body)
      const elsewhere = body.cellUrl && tokenLinkAt(body.cellUrl, request.url, token ?? '')
      return send(request, reply.code(status), (context) =>
        passwordResetPage(context, { problem, token, elsewhere }),
      )
    },
  )
}

async function send(request: FastifyRequest, reply: FastifyReply, draw: Draw) {
  const [assets, nonce] = [await bundleAssets(), newNonce()]
  return sendPage(request, reply, { html: draw({ assets, nonce }), nonce, urls: [] })
}
