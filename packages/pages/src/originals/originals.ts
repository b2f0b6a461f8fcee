import type { Schemas } from '@mediajobs/client'
import type { Language } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import encodeQR from 'qr'
import { callApi, type ErrorBody } from '../call-api.ts'
import { chooseLanguage, languageLinks } from '../choose-language.ts'
import { addressLine } from '../format.ts'
import { OPEN, PAGE } from '../host.ts'
import { type Html, html, nothing } from '../html.ts'
import { accentOf, company, type Layout } from '../layout.ts'
import { sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { TEXTS } from './texts.ts'

interface Params {
  publicId: string
}

// A QR code never changes, but its page may be erased: caches drop it after a week.
const FOR_A_WEEK = 'public, max-age=604800, immutable'

/** The public page of an altered picture, and its QR code. docs/contract.md#c13-originals */
export const originalPageRoutes: FastifyPluginAsync = async (app) => {
  const read = (request: FastifyRequest<{ Params: Params }>) =>
    callApi<Original & ErrorBody>(request, {
      method: 'GET',
      url: `/originals/${encodeURIComponent(request.params.publicId)}`,
    })

  app.get<{ Params: Params }>('/originals/:publicId', PAGE, async (request, reply) => {
    const response = await read(request)
    if (response.status !== 200) {
      return sendProblem(request, reply, response, { root: '../', texts: TEXTS })
    }
    const { body } = response
    const organizationLocale = body.organization.locale
    const language = chooseLanguage(request, reply, { organizationLocale })
    return sendPage(request, reply, {
      ...originalPage(body, language),
      urls: [body.alteredUrl, body.originalUrl],
      logoUrls: [body.organization.logoUrl],
    })
  })

  app.get<{ Params: Params }>('/originals/:publicId/qr.svg', OPEN, async (request, reply) => {
    const response = await read(request)
    if (response.status !== 200) {
      return sendProblem(request, reply, response, { root: '../../', texts: TEXTS })
    }
    return reply
      .header('cache-control', FOR_A_WEEK)
      .type('image/svg+xml')
      .send(qrCode(addressOf(response.body)))
  })
}

/** The response of `GET /originals/{id}`: all data of the page. */
type Original = Schemas['PublicOriginal']

interface Picture {
  name: string
  alt: string
  url: string | null
  width: number | null
  height: number | null
}

/** The page of an altered picture and its original. docs/contract.md#c13-originals */
function originalPage(view: Original, language: Language): Layout {
  const { organization, kind, note } = view
  const texts = TEXTS[language]
  const what = texts.alterations[kind]
  return {
    language,
    title: `${what} · ${organization.name}`,
    root: '../',
    styles: ['originals/style.css'],
    css: accentOf(organization.colour),
    body: html`${header(view, texts.heading)}
<main>
<p class="what"><b>${what}.</b>${note ? html` <span dir="auto">${note}</span>` : nothing}</p>
<div class="both">
${picture({ ...texts.original, url: view.originalUrl, width: view.originalWidth, height: view.originalHeight }, texts.gone)}
${picture({ ...texts.altered, url: view.alteredUrl, width: view.alteredWidth, height: view.alteredHeight }, texts.gone)}
</div>
${link(view, texts)}
</main>
<footer>${languageLinks(language)}</footer>`,
  }
}

function header({ organization, address }: Original, heading: string): Html {
  return html`<header>
${company(organization)}
<h1>${heading}</h1>
${address ? html`<p class="sub" dir="auto">${addressLine(address)}</p>` : nothing}
</header>`
}

function picture({ name, alt, url, width, height }: Picture, gone: string): Html {
  if (url === null) {
    return html`<figure><figcaption>${name}</figcaption><p>${gone}</p></figure>`
  }
  const size = width && height ? html` width="${width}" height="${height}"` : nothing
  return html`<figure><figcaption>${name}</figcaption><a href="${url}"><img src="${url}"${size} alt="${alt}"></a></figure>`
}

function link(view: Original, texts: (typeof TEXTS)[Language]): Html {
  const url = addressOf(view)
  return html`<section id="link" aria-labelledby="link-title">
<img src="${view.id}/qr.svg" width="180" height="180" alt="${texts.qrCode}">
<div><h2 id="link-title">${texts.address}</h2>
<p><a href="${url}">${url}</a></p></div>
</section>`
}

/** The page's URL, on the host of the client pages. */
function addressOf({ qrUrl }: Original): string {
  return qrUrl.slice(0, qrUrl.lastIndexOf('/'))
}

/** The white border, in modules: ISO/IEC 18004 requires four. */
const BORDER_MODULES = 4

/** A QR code of `text` as SVG, on white so it also prints on colored paper. */
function qrCode(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER_MODULES })
  const path = modules.map((row, y) =>
    darkRuns(row)
      .map(({ x, length }) => `M${x} ${y}h${length}v1H${x}z`)
      .join(''),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} ${modules.length}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${modules.length}v${modules.length}H0z"/><path d="${path.join('')}"/></svg>`
}

function darkRuns(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (isDark && last && last.x + last.length === x) last.length++
    else if (isDark) runs.push({ x, length: 1 })
  }
  return runs
}
