import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { sentencesOf } from '../for-people.ts'
import { type Html, html, nothing } from '../html.ts'
import { pageBefore, rootOf, staffAddress } from './own-address.ts'
import { sendPlainPage, sendStaffPage } from './send-staff-page.ts'
import type { Staff } from './staff.ts'
import { BACK, CROSS_SITE, ELSEWHERE, PROBLEMS } from './texts.ts'

interface Words {
  title: string
  text: string
}

/** Sends what the API refused, with its status, its sentence and a way back. */
export function sendStaffProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  staff: Staff,
  response: ApiResponse<ErrorBody>,
): Promise<FastifyReply> {
  const page = describe(request, reply, response, wordsOf(response))
  return sendStaffPage(request, reply, staff, page)
}

/** The same outside of an organization. */
export function sendPersonProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  words: Words = wordsOf(response),
): Promise<FastifyReply> {
  const page = describe(request, reply, response, words)
  const link = html`<p><a href="${rootOf(request)}app">${BACK.organizations}</a></p>`
  return sendPlainPage(request, reply, { ...page, body: html`${page.body}${link}` })
}

/** Gives the page the status of the API, for programs, caches and the log. */
export function noteRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: ApiResponse<ErrorBody>,
): void {
  request.problemCode = body.code
  reply.code(status)
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
}

function describe(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  { title, text }: Words,
): { title: string; body: Html } {
  const { status, body } = response
  noteRefusal(request, reply, response)
  const before = pageBefore(request)
  const { cellUrl } = body
  const there =
    cellUrl && html`<p><a href="${cellUrl}${addressOf(request)}">${ELSEWHERE.link}</a></p>`
  const back =
    before && html`<p><a href="${rootOf(request)}${before.slice(1)}">${BACK.page}</a></p>`
  return {
    title,
    body: html`${reasons(status, body)}<p>${text}</p>
${status >= 500 ? html`<p class="soft">${BACK.requestId} ${request.id}</p>` : nothing}
${there || nothing}
${back ?? nothing}`,
  }
}

/** The staff page of a request: the one before a form. */
function addressOf(request: FastifyRequest): string {
  const page = request.method === 'POST' ? pageBefore(request) : staffAddress(request.url)
  return page ?? '/app'
}

/** What the API said about what the person sent. */
function reasons(status: number, body: ErrorBody): Html {
  if (status !== 400 && status !== 403 && status !== 409 && status !== 429) return nothing
  const sentences = sentencesOf(body)
  if (sentences.length === 1) return html`<p dir="auto">${sentences[0]}</p>`
  return html`<ul>${sentences.map((sentence) => html`<li dir="auto">${sentence}</li>`)}</ul>`
}

function wordsOf({ status, body }: ApiResponse<ErrorBody>): Words {
  if (body.code === 'cross_site') return CROSS_SITE
  const words = PROBLEMS[status] ?? PROBLEMS[status < 500 ? 400 : 500]
  if (!words) throw new Error('each kind of status has its words')
  return words
}
