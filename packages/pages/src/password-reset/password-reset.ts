import {
  type Language,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PUBLIC_BODY_BYTES,
  MIN_PASSWORD_LENGTH,
  tokenLinkAt,
} from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { callApi, type ErrorBody } from '../call-api.ts'
import { chooseLanguage, languageLinks } from '../choose-language.ts'
import { acceptForms, formOf } from '../forms.ts'
import { OPEN } from '../host.ts'
import { html, nothing } from '../html.ts'
import type { Layout } from '../layout.ts'
import { sendPage } from '../send-page.ts'
import { type PasswordResetTexts, TEXTS } from './texts.ts'

type Draw = (language: Language) => Layout

/** docs/contract.md#c14-password-reset */
export const passwordResetPageRoutes: FastifyPluginAsync = async (app) => {
  acceptForms(app)

  app.get('/password-resets', OPEN, (request, reply) =>
    send(request, reply, (language) => passwordResetPage(language)),
  )

  app.post(
    '/password-resets',
    { ...OPEN, bodyLimit: MAX_PUBLIC_BODY_BYTES },
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
        return send(request, reply, (language) =>
          passwordResetDone(isAsking ? step : 'set', language),
        )
      }
      request.problemCode = body.code
      if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
      const elsewhere = body.cellUrl && tokenLinkAt(body.cellUrl, request.url, token ?? '')
      return send(request, reply.code(status), (language) =>
        passwordResetPage(language, { body, token, elsewhere }),
      )
    },
  )
}

function send(request: FastifyRequest, reply: FastifyReply, draw: Draw) {
  return sendPage(request, reply, { ...draw(chooseLanguage(request, reply)), urls: [] })
}

/** A refused form. */
interface Refused {
  body: ErrorBody
  /** `undefined` for the form that requests a mail. */
  token: string | undefined
  /** The same link at the token's cell. */
  elsewhere?: string | undefined
}

/** Both forms: requesting a link, and setting a new password with it. docs/contract.md#c14-password-reset */
function passwordResetPage(language: Language, refused?: Refused): Layout {
  const token = refused?.token
  const texts = TEXTS[language]
  return {
    language,
    title: texts.title,
    root: '',
    styles: ['plain.css'],
    module: 'password-reset/browser/main.ts',
    body: html`<main><h1>${texts.title}</h1>
${refused ? html`<p role="alert">${problemOf(refused.body, texts)}</p>` : nothing}
${refused?.elsewhere ? html`<p><a href="${refused.elsewhere}">${texts.movedLink}</a></p>` : nothing}
<form method="post" id="ask">
<h2>${texts.ask}</h2>
<label>${texts.email} <input name="email" type="email" autocomplete="username" required maxlength="${MAX_EMAIL_LENGTH}"></label>
<button type="submit">${texts.send}</button>
</form>
<form method="post" id="set">
<h2>${texts.choose}</h2>
<label id="token">${texts.token[0]}<code>${texts.token[1]}</code> <input name="token" required autocomplete="off"${token ? html` value="${token}"` : nothing}></label>
<label>${texts.password(MIN_PASSWORD_LENGTH)} <input name="password" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}"></label>
<button type="submit">${texts.set}</button>
</form></main>
<footer>${languageLinks(language)}</footer>`,
  }
}

function problemOf(
  { cellUrl, code, fields: [field] = [] }: ErrorBody,
  { moved, refused }: PasswordResetTexts,
): string {
  if (cellUrl) return moved
  if (code === 'reset_refused') return refused.link
  switch (field?.path ?? code) {
    case 'email':
      return refused.email
    case 'token':
      return refused.token
    case 'password':
      return refused.password(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)
    case 'rate_limited':
      return refused.rate
    default:
      return refused.other
  }
}

/** Confirms one of the two steps. */
function passwordResetDone(step: keyof PasswordResetTexts['done'], language: Language): Layout {
  const texts = TEXTS[language]
  const { title, text } = texts.done[step]
  return {
    language,
    title,
    root: '',
    styles: ['plain.css'],
    body: html`<main><h1>${title}</h1><p>${text}</p>
${step === 'asked' ? nothing : html`<p><a href="app/sign-in">${texts.signIn}</a></p>`}</main>`,
  }
}
