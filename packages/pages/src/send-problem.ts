import { type Language, linkAt } from '@mediajobs/domain'
import { type Tables, translationOf } from '@mediajobs/domain/translation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from './call-api.ts'
import { chooseLanguage, languageLinks } from './choose-language.ts'
import { html } from './html.ts'
import type { Layout } from './layout.ts'
import { sendPage } from './send-page.ts'

interface Words {
  title: string
  text: string
}

const LATER = 'Wait a moment, then reload the page. Nothing is lost.'

const EN = {
  /** Messages by status. */
  statuses: {
    400: { title: "That didn't work", text: 'Go back, fix it and send it again.' },
    402: {
      title: 'Downloads open when the invoice is paid',
      text: 'Go back to view everything, request changes or pay.',
    },
    409: { title: "That's no longer possible", text: 'Go back to see what changed.' },
    413: { title: 'Your text is too long', text: 'Shorten your comments and send them again.' },
    421: { title: 'This page has moved', text: 'Open the link again to go to the new address.' },
    429: { title: 'Too many requests', text: 'Wait a minute, then reload the page.' },
    500: { title: 'Something went wrong on our end', text: LATER },
    503: { title: 'Temporarily unavailable', text: LATER },
  },
  /** Reasons by problem code, or by field name and code. */
  reasons: {
    delivery_superseded: 'This job was delivered again. Open the latest link you received.',
    project_not_delivered: 'The studio is working on this job again.',
    already_approved: 'This delivery is already approved.',
    archive_empty: 'There is nothing to download.',
    archive_not_ready: 'Your download is being prepared.',
    archive_file_missing: "A file of this delivery isn't available right now.",
    'comment required': 'Write what should change.',
    'comment too_long': 'Your comment is too long.',
    'media unknown_reference': 'A photo you selected is no longer available.',
  },
} as const

const DESPUES = 'Espere un momento y recargue la página. No se perdió nada.'

const ES = translationOf<typeof EN>()({
  statuses: {
    400: { title: 'No se pudo enviar', text: 'Vuelva, corríjalo y envíelo de nuevo.' },
    402: {
      title: 'Las descargas se abren al pagar la factura',
      text: 'Vuelva para ver todo, pedir cambios o pagar.',
    },
    409: { title: 'Esto ya no es posible', text: 'Vuelva para ver qué cambió.' },
    413: {
      title: 'Su texto es demasiado largo',
      text: 'Acorte sus comentarios y envíelos de nuevo.',
    },
    421: {
      title: 'Esta página cambió de dirección',
      text: 'Abra el enlace de nuevo para ir a la nueva dirección.',
    },
    429: { title: 'Demasiadas solicitudes', text: 'Espere un minuto y recargue la página.' },
    500: { title: 'Hubo un problema de nuestra parte', text: DESPUES },
    503: { title: 'No disponible por el momento', text: DESPUES },
  },
  reasons: {
    delivery_superseded: 'Este trabajo se volvió a entregar. Abra el último enlace que recibió.',
    project_not_delivered: 'El estudio está trabajando de nuevo en sus archivos.',
    already_approved: 'Esta entrega ya está aprobada.',
    archive_empty: 'No hay nada que descargar.',
    archive_not_ready: 'Su descarga se está preparando.',
    archive_file_missing: 'Un archivo de esta entrega no está disponible en este momento.',
    'comment required': 'Escriba qué le gustaría cambiar.',
    'comment too_long': 'Su comentario es demasiado largo.',
    'media unknown_reference': 'Una de las fotos que seleccionó ya no está aquí.',
  },
})

const PROBLEMS: Tables<typeof EN> = { en: EN, es: ES }

/** The page whose call was refused. */
interface Place {
  /** The page's texts, including those of its 404 and its back link. */
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
