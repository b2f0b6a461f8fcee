import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AssetSource } from '../browser-files.ts'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { sentencesOf } from '../for-people.ts'
import { type Html, html, nothing } from '../html.ts'
import { accentOf, logoOf } from '../layout.ts'
import { sendPage } from '../send-page.ts'
import { header } from './header.ts'
import type { Section } from './navigation.ts'
import { pageBefore, rootOf, staffAddress } from './own-address.ts'
import { BACK, CROSS_SITE, ELSEWHERE, LANGUAGE, PROBLEMS, SHELL } from './texts.ts'

/** The content of a staff page. */
export interface StaffPage {
  /** Title of the window and heading of the page. */
  title: string
  /** Between the heading and the main action, in one line on desktops. */
  tools?: Html | undefined
  /** The main action, next to the heading. */
  action?: Html | undefined
  /** In `<main>`, below the heading. */
  body: Html
  /** The current section of the navigation. */
  section?: Section
  /** The outcome of a form, above the body. */
  notice?: Notice | undefined
  styles?: readonly AssetSource[]
  module?: AssetSource
  /** A module that `module` loads on demand. */
  more?: AssetSource
  /** Inline `<style>`: rules that depend on data. */
  css?: Html
  /** URLs on other hosts that the page loads from or sends to. */
  urls?: Iterable<string | null | undefined>
  /** URLs of logos besides the header's. */
  logoUrls?: Iterable<string | null | undefined>
  showsOwnVideos?: boolean
  hasFrames?: boolean
}

export interface Notice {
  kind: 'done' | 'problem'
  text: string
  /** A follow-up link. */
  link?: { url: string; text: string }
}

/** A browser's request for a page, and its reply. */
export interface PageVisit {
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends a page with the visitor's navigation: an organization's, a person's, or none before sign-in. */
export async function sendStaffPage(
  { request, reply }: PageVisit,
  { title, notice, styles = [], module, more, urls = [], ...page }: StaffPage,
): Promise<FastifyReply> {
  const { staff } = request
  const organization = staff?.organization
  const accent = accentOf(organization?.colour ?? null)
  const css = html`${accent}${page.css ?? nothing}`
  const hasStyle = accent !== nothing || page.css !== undefined
  reply.vary('Cookie')
  const logoUrls = [organization && logoOf(organization), ...(page.logoUrls ?? [])]
  return sendPage(request, reply, {
    title: organization ? `${title} · ${organization.name}` : title,
    language: LANGUAGE,
    root: rootOf(request),
    styles: ['staff/style.css', ...styles],
    ...(module && { module }),
    ...(more && { more }),
    ...(organization && { shell: 'staff/palette/browser/main.ts' as const }),
    // Omitted when a module fetches the page: the module's page has a CSP for its own style, and would log an error.
    ...(hasStyle && request.headers['sec-fetch-dest'] !== 'empty' && { css }),
    body: (address) => html`<a class="skip" href="#main">${SHELL.skip}</a>
${header(request, page.section, address('staff/palette/browser/work.ts'))}
<main id="main" tabindex="-1">
<div class="heading"><h1 dir="auto">${title}</h1>${page.tools ?? nothing}${page.action ?? nothing}</div>
${notice ? noticeOf(notice) : nothing}
${page.body}
</main>`,
    urls,
    logoUrls,
    showsOwnVideos: page.showsOwnVideos,
    hasFrames: page.hasFrames,
  })
}

function noticeOf({ kind, text, link }: Notice): Html {
  const role = kind === 'problem' ? 'alert' : 'status'
  const more = link ? html` <a href="${link.url}">${link.text}</a>` : nothing
  return html`<p class="notice ${kind}" role="${role}">${text}${more}</p>`
}

interface Words {
  title: string
  text: string
}

/** Sends an API refusal as a page, with its status and a back link. `words` replace its messages. */
export function sendStaffProblem(
  visit: PageVisit,
  response: ApiResponse<ErrorBody>,
  words?: Words,
): Promise<FastifyReply> {
  const { request } = visit
  const { status, body } = response
  recordRefusal(visit, response)
  const before = pageBefore(request)
  const root = rootOf(request)
  const { cellUrl } = body
  const { title, text } = words ?? wordsOf(response)
  const link = (url: string, text: string) => html`<p><a href="${url}">${text}</a></p>`
  return sendStaffPage(visit, {
    title,
    body: html`${words ? nothing : reasons(status, body)}<p>${text}</p>
${status >= 500 ? html`<p class="soft">${BACK.requestId} ${request.id}</p>` : nothing}
${cellUrl ? link(`${cellUrl}${addressOf(request)}`, ELSEWHERE.link) : nothing}
${before ? link(`${root}${before.slice(1)}`, BACK.page) : nothing}
${request.staff ? nothing : link(`${root}app`, BACK.organizations)}`,
  })
}

/** Gives the page the API's status, for programs, caches and the log. */
export function recordRefusal(
  { request, reply }: PageVisit,
  { status, headers, body }: ApiResponse<ErrorBody>,
): void {
  request.problemCode = body.code
  reply.code(status)
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
}

/** The staff page to return to; for a form, the page it was on. */
function addressOf(request: FastifyRequest): string {
  const page = request.method === 'POST' ? pageBefore(request) : staffAddress(request.url)
  return page ?? '/app'
}

/** The API's messages about the input. */
function reasons(status: number, body: ErrorBody): Html {
  if (status !== 400 && status !== 403 && status !== 409 && status !== 429) return nothing
  const sentences = sentencesOf(body)
  if (sentences.length === 1) return html`<p dir="auto">${sentences[0]}</p>`
  return html`<ul>${sentences.map((sentence) => html`<li dir="auto">${sentence}</li>`)}</ul>`
}

function wordsOf({ status, body }: ApiResponse<ErrorBody>): Words {
  if (body.code === 'cross_site') return CROSS_SITE
  const words = PROBLEMS[status] ?? PROBLEMS[status < 500 ? 400 : 500]
  if (!words) throw new Error(`no text for status ${status}`)
  return words
}
