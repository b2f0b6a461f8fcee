import type { Schemas } from '@mediajobs/client'
import { type Language, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { asksForJson } from '../audience.ts'
import { callApi, type ErrorBody } from '../call-api.ts'
import { chooseLanguage, languageLinks } from '../choose-language.ts'
import { acceptForms, formOf } from '../forms.ts'
import { PAGE } from '../host.ts'
import { html, nothing } from '../html.ts'
import type { Layout } from '../layout.ts'
import { sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { TEXTS } from './texts.ts'

interface Params {
  token: string
}

/**
 * The page behind an email's unsubscribe link. One-click unsubscribe posts a form to the same URL and gets the API's
 * response, never a redirect (RFC 8058, section 3.1), like programs that accept JSON.
 */
export const unsubscribePageRoutes: FastifyPluginAsync = async (app) => {
  acceptForms(app)

  const show = async (
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
    method: 'GET' | 'POST',
  ) => {
    const url = `/unsubscribe/${encodeURIComponent(request.params.token)}`
    const response = await callApi<Subscription & ErrorBody>(request, { method, url })
    if (isOneClick(request) || asksForJson(request.headers))
      return reply.code(response.status).send(response.body)
    if (response.status !== 200) {
      return sendProblem(request, reply, response, { root: '../', texts: TEXTS })
    }
    const language = chooseLanguage(request, reply, response.body)
    return sendPage(request, reply, { ...unsubscribePage(response.body, language), urls: [] })
  }

  app.get<{ Params: Params }>('/unsubscribe/:token', PAGE, (request, reply) =>
    show(request, reply, 'GET'),
  )
  app.post<{ Params: Params }>(
    '/unsubscribe/:token',
    { ...PAGE, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    (request, reply) => show(request, reply, 'POST'),
  )
}

/** Whether a mail program sent the form, rather than the page. */
function isOneClick(request: FastifyRequest): boolean {
  return formOf(request).text('List-Unsubscribe') !== undefined
}

/** The response of `GET /unsubscribe/{token}`. */
type Subscription = Schemas['MailSubscription']

/** The page to unsubscribe from an organization's email. docs/contract.md#c14-mail-unsubscribe */
function unsubscribePage(
  { organizationName, mailOptOut }: Subscription,
  language: Language,
): Layout {
  const name = html`<bdi>${organizationName}</bdi>`
  const texts = TEXTS[language]
  const [before, after] = mailOptOut ? texts.doneText : texts.text
  return {
    language,
    title: texts.title(organizationName),
    root: '../',
    styles: ['plain.css'],
    body: html`<main><h1>${mailOptOut ? texts.done : texts.heading}</h1>
<p>${before}${name}${after}</p>
${mailOptOut ? nothing : html`<form method="post"><button type="submit">${texts.button}</button></form>`}</main>
<footer>${languageLinks(language)}</footer>`,
  }
}
