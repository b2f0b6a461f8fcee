import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { sentencesOf } from '../for-people.ts'
import { type Html, html, nothing } from '../html.ts'
import { pageBefore, rootOf, staffAddress } from './own-address.ts'
import { type PageVisit, sendStaffPage } from './send-staff-page.ts'
import { BACK, CROSS_SITE, ELSEWHERE, PROBLEMS } from './texts.ts'

interface Words {
  title: string
  text: string
}

/** Sends an API refusal as a page, with its status, messages and a back link. */
export function sendStaffProblem(
  visit: PageVisit,
  response: ApiResponse<ErrorBody>,
  words: Words = wordsOf(response),
): Promise<FastifyReply> {
  const { request } = visit
  const { status, body } = response
  recordRefusal(visit, response)
  const before = pageBefore(request)
  const root = rootOf(request)
  const { cellUrl } = body
  const link = (url: string, text: string) => html`<p><a href="${url}">${text}</a></p>`
  return sendStaffPage(visit, {
    title: words.title,
    body: html`${reasons(status, body)}<p>${words.text}</p>
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
