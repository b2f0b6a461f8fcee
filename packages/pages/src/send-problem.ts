import { type Language, linkAt } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from './call-api.ts'
import { chooseLanguage, languageLinks } from './choose-language.ts'
import { html } from './html.ts'
import type { Layout } from './layout.ts'
import { PROBLEMS, type Words } from './problem-texts.ts'
import { sendPage } from './send-page.ts'

/** The page whose call was refused. */
interface Place {
  /** The texts of the page, with those of its 404 and of the link back. */
  texts: Readonly<Record<Language, { missing: Words; back?: string }>>
  /** Default: the visitor's. */
  language?: Language
  /** The relative path from the page to the root of the service. */
  root: string
  /** URL of the back link. */
  back?: string
  /** The assets of a 404 page. */
  missingPage?: Pick<Layout, 'styles' | 'module' | 'texts'>
}

/**
 * Sends an API error as a page, with its status. Redirects a link of another cell there, once:
 * docs/contract.md#c15-wrong-cell-link
 */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { status: refused, headers, body }: ApiResponse<ErrorBody>,
  { language = chooseLanguage(request, reply), ...place }: Place,
): Promise<FastifyReply> {
  request.problemCode = body.code
  const isLink = body.cellUrl !== undefined && request.method !== 'POST'
  const address = isLink && body.cellUrl ? linkAt(body.cellUrl, request.url) : null
  if (address !== null) {
    reply.vary('Accept')
    return reply.redirect(address, 307)
  }
  const status = isLink ? 404 : refused
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
  const page = problemPage({ ...place, language, status, refusal: body })
  return sendPage(request, reply.code(status), { ...page, urls: [] })
}

interface Problem extends Place {
  language: Language
  status: number
  refusal: ErrorBody
}

/** The page for any non-success status. */
function problemPage({ language, root, texts, missingPage, ...problem }: Problem): Layout {
  const { status, back, refusal } = problem
  // All 404s look alike, so none reveals that a link ever existed.
  const isMissing = status === 404
  const { title, text } = isMissing ? texts[language].missing : wordsOf(status, language)
  const reason = isMissing ? undefined : reasonOf(refusal, language)
  return {
    language,
    root,
    title,
    styles: ['style.css'],
    ...(isMissing && missingPage),
    body: html`<main class="problem">
<h1>${title}</h1>
${reason ? html`<p>${reason}</p>` : ''}
<p>${text}</p>
${back === undefined || isMissing ? '' : html`<p><a href="${back}">${texts[language].back}</a></p>`}
</main>
${back === undefined ? html`<footer>${languageLinks(language)}</footer>` : ''}`,
  }
}

function wordsOf(status: number, language: Language): Words {
  const { statuses } = PROBLEMS[language]
  const known: Readonly<Record<number, Words>> = statuses
  return known[status] ?? statuses[status < 500 ? 400 : 500]
}

/** The reason for a refusal, if the status alone is too vague. */
function reasonOf({ code, fields = [] }: ErrorBody, language: Language): string | undefined {
  const reasons: Readonly<Record<string, string>> = PROBLEMS[language].reasons
  const [field] = fields
  return reasons[code] ?? (field && reasons[`${field.path.split(/[[.]/)[0]} ${field.code}`])
}
