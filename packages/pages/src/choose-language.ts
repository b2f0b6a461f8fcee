import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  languageOfLocale,
  MAX_ACCEPT_LANGUAGE_LENGTH,
} from '@mediajobs/domain'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isLinkPreviewer } from './audience.ts'
import { type Html, html } from './html.ts'

/** What is known about a page's readers. */
export interface Readers {
  customerLanguage?: Language | null | undefined
  organizationLocale?: string | null | undefined
}

/** The language of a page for clients. docs/contract.md#c12-language */
export function chooseLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { customerLanguage, organizationLocale = null }: Readers = {},
): Language {
  reply.vary(['Accept-Language', 'Cookie'])
  const chosen = chosenBy(request, reply) ?? customerLanguage
  if (chosen) return chosen
  const fallback = languageOfLocale(organizationLocale)
  const accepted = request.headers['accept-language'] ?? ''
  // A link previewer's language isn't that of the people who read the message.
  if (accepted.length > MAX_ACCEPT_LANGUAGE_LENGTH || isLinkPreviewer(request.raw)) return fallback
  // The fallback comes first, so `*` selects it.
  const languages = [fallback, ...LANGUAGES.filter((each) => each !== fallback)]
  const headers = { 'accept-language': accepted || '*' }
  return (new Negotiator({ headers }).language(languages) as Language | undefined) ?? fallback
}

/** The parameter that chooses a language, and the cookie that remembers it. docs/contract.md#c12-language-choice */
const CHOICE = 'language'
const REMEMBERED_SECONDS = 365 * 86_400

/** The language the visitor chose, on this page or earlier. */
function chosenBy(request: FastifyRequest, reply: FastifyReply): Language | undefined {
  const { [CHOICE]: asked } = request.query as Record<string, unknown>
  const now = known(asked)
  if (now === undefined) return known(parseCookie(request.headers.cookie ?? '')[CHOICE])
  const cookie = stringifySetCookie({
    name: CHOICE,
    value: now,
    maxAge: REMEMBERED_SECONDS,
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: request.server.host.deliveryBaseUrl.startsWith('https:'),
  })
  reply.header('set-cookie', cookie)
  return now
}

function known(language: unknown): Language | undefined {
  return LANGUAGES.find((each) => each === language)
}

/**
 * Links to the page in its other languages, each in its own name.
 *
 * @param url of the page; without it, the links drop its parameters
 */
export function languageLinks(language: Language, url = ''): Html {
  const others = LANGUAGES.filter((each) => each !== language)
  // Without `done`, so a notice isn't repeated.
  const kept = [...new URLSearchParams(url.split('?')[1])].filter(
    ([name]) => name !== CHOICE && name !== 'done',
  )
  const href = (each: Language) => `?${new URLSearchParams([...kept, [CHOICE, each]])}`
  return html`<p class="languages">${others.map(
    (each) =>
      html`<a href="${href(each)}" lang="${each}" hreflang="${each}" rel="nofollow">${LANGUAGE_NAMES[each]}</a>`,
  )}</p>`
}
