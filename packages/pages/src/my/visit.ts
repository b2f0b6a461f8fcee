import type { Schemas } from '@mediajobs/client'
import { type Language, localeIn } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { chooseLanguage, languageLinks } from '../choose-language.ts'
import { studio as contact } from '../delivery/studio.ts'
import { type Format, formatFor } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { accentOf, company } from '../layout.ts'
import { sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import type { OwnSite } from '../staff/auth.ts'
import { rootOf } from '../staff/own-address.ts'
import type { ClientCookie } from './cookie.ts'
import { type MyTexts, TEXTS } from './texts.ts'

export type Studio = Schemas['PortalStudio']
export type Session = Schemas['PortalSession']

/** Authentication of the customer portal. */
export interface ClientAuth {
  cookie: ClientCookie
  site: OwnSite
}

export interface Params {
  organizationId: string
}

/** A request of a page below `/my/{organizationId}`. */
export interface Visit {
  request: FastifyRequest<{ Params: Params }>
  reply: FastifyReply
  auth: ClientAuth
}

/** A signed-in customer on a page. */
export interface MyVisit extends Visit {
  token: string
  session: Session
}

export const organizationOf = ({ request }: Visit): string =>
  request.params.organizationId.toLowerCase()

/** The home page's URL, relative to the page. */
export function homeOf({ request }: Pick<Visit, 'request'>): string {
  return `${rootOf(request)}my/${encodeURIComponent(request.params.organizationId)}`
}

type Call = Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>

/** Calls an operation of the portal with the session of the browser. */
export function callPortal<Body>(
  { request }: Pick<Visit, 'request'>,
  token: string,
  { headers, ...call }: Call,
): Promise<ApiResponse<Body & ErrorBody>> {
  return callApi(request, { ...call, headers: { ...headers, authorization: `Bearer ${token}` } })
}

/** The browser's session in this organization, or the refusal; `undefined` without a cookie. */
export async function findSession(
  visit: Visit,
): Promise<(ApiResponse<Session & ErrorBody> & { token: string }) | undefined> {
  const organizationId = organizationOf(visit)
  const token = visit.auth.cookie.read(visit.request, organizationId)
  if (token === undefined) return undefined
  const url = '/portal/sessions/current'
  const found = await callPortal<Session>(visit, token, { method: 'GET', url })
  // A forged cookie.
  const isForeign = found.status === 200 && found.body.organization.id !== organizationId
  return { token, ...found, ...(isForeign && { status: 401 }) }
}

interface Shown {
  studio: Studio
  /** The signed-in customer's language, if known. */
  customerLanguage?: Language | null | undefined
  /** Content below the title. */
  head?(context: Context): Html
  body(context: Context): Html
  /** Whether the page ends with the organization's contact. */
  hasContact?: boolean
  foot?(context: Context): Html
  /** URLs of pictures on other hosts. */
  pictures?: Iterable<string | null>
}

/** What a page needs to render. */
export interface Context {
  texts: MyTexts
  format: Format
  language: Language
  home: string
}

function textsOf(
  { request, reply }: Visit,
  studio?: Studio,
  customerLanguage?: Language | null,
): { texts: MyTexts; language: Language } {
  const language = chooseLanguage(request, reply, {
    customerLanguage,
    organizationLocale: studio?.locale,
  })
  return { texts: TEXTS[language], language }
}

/** Sends a page with the organization's branding. */
export async function sendMyPage(
  visit: Visit,
  title: (texts: MyTexts) => string,
  { studio, customerLanguage, head, body, hasContact = true, foot, pictures = [] }: Shown,
) {
  const { request, reply } = visit
  const { texts, language } = textsOf(visit, studio, customerLanguage)
  const format = formatFor(localeIn(language, studio.locale), studio.timeZone)
  const context: Context = { texts, format, language, home: homeOf(visit) }
  const words = title(texts)
  return sendPage(request, reply, {
    title: `${words} · ${studio.name}`,
    language,
    root: rootOf(request),
    styles: ['my/style.css'],
    module: 'browser/corrected.ts',
    css: accentOf(studio.colour),
    body: html`<header>
${company(studio)}
<h1 dir="auto">${words}</h1>
${head?.(context) ?? nothing}
</header>
<main>
${body(context)}
</main>
${hasContact ? contact(studio, texts) : nothing}
<footer>${foot?.(context) ?? nothing}${languageLinks(language, request.url)}</footer>`,
    urls: pictures,
    logoUrls: [studio.logoUrl],
  })
}

/** Sends an API refusal as a page. */
export function refuse(visit: Visit, response: ApiResponse<ErrorBody>, studio?: Studio) {
  const { language } = textsOf(visit, studio)
  const { request, reply } = visit
  return sendProblem(request, reply, response, { language, root: rootOf(request), texts: TEXTS })
}
