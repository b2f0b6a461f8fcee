import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PUBLIC_BODY_BYTES,
  MIN_PASSWORD_LENGTH,
  tokenLinkAt,
} from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, bundleAssets } from '../assets.ts'
import { callApi, type ErrorBody } from '../call-api.ts'
import { formOf, takeForms } from '../forms.ts'
import { OPEN_PAGE } from '../host.ts'
import { type Html, html, nothing } from '../html.ts'
import { layOut } from '../layout.ts'
import { messageOf } from '../message.ts'
import { newNonce, sendPage } from '../send-page.ts'
import { LANGUAGE, TEXTS } from './texts.ts'

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
      const problem = body.cellUrl ? TEXTS.moved : messageOf(body)
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

interface Context {
  assets: Assets
  nonce: string
}

/** What a refused form sent. */
interface Refused {
  problem: string
  /** `undefined` when the form asked for an email. */
  token: string | undefined
  /** The same link at the token's cell. */
  elsewhere?: string | undefined
}

/** Both forms: asking for a link, and setting a new password with it. docs/contract.md#c14-password-reset */
function passwordResetPage(context: Context, refused?: Refused): Html {
  const token = refused?.token
  return layOut({
    ...context,
    title: TEXTS.title,
    language: LANGUAGE,
    root: '',
    styles: ['plain.css'],
    module: 'password-reset/browser/main.ts',
    body: html`<main><h1>${TEXTS.title}</h1>
${refused ? html`<p role="alert">${refused.problem}</p>` : nothing}
${refused?.elsewhere ? html`<p><a href="${refused.elsewhere}">${TEXTS.movedLink}</a></p>` : nothing}
<form method="post" id="ask">
<h2>${TEXTS.ask}</h2>
<label>${TEXTS.email} <input name="email" type="email" autocomplete="username" required maxlength="${MAX_EMAIL_LENGTH}"></label>
<button type="submit">${TEXTS.send}</button>
</form>
<form method="post" id="set">
<h2>${TEXTS.choose}</h2>
<label id="token">${TEXTS.token[0]}<code>${TEXTS.token[1]}</code> <input name="token" required autocomplete="off"${token ? html` value="${token}"` : nothing}></label>
<label>${TEXTS.password(MIN_PASSWORD_LENGTH)} <input name="password" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}"></label>
<button type="submit">${TEXTS.set}</button>
</form></main>`,
  })
}

/** Confirms one of the two steps. */
function passwordResetDone(step: keyof typeof TEXTS.done, context: Context): Html {
  const { title, text } = TEXTS.done[step]
  return layOut({
    ...context,
    title,
    language: LANGUAGE,
    root: '',
    styles: ['plain.css'],
    body: html`<main><h1>${title}</h1><p>${text}</p>
${step === 'asked' ? nothing : html`<p><a href="app/sign-in">${TEXTS.signIn}</a></p>`}</main>`,
  })
}
