import { localeIn, MAX_PUBLIC_BODY_BYTES, MAX_REVISION_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { callApi, type ErrorBody, readOwn } from '../call-api.ts'
import { chooseLanguage, languageLinks } from '../choose-language.ts'
import { formatFor, streetOf } from '../format.ts'
import { acceptForms, formOf } from '../forms.ts'
import { PAGE } from '../host.ts'
import { html, nothing } from '../html.ts'
import { accentOf, type Layout } from '../layout.ts'
import { sendSharedPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { coverOf, head, linkPreview } from './cover.ts'
import { answeredRound, canDecide, decision } from './decision.ts'
import { lockedPage } from './locked.ts'
import { beforeAndAfter, fileList, photoGrid, placeholders } from './media.ts'
import { actionBar, approveSheet, downloadSheet } from './sheets.ts'
import { portalLink, studio } from './studio.ts'
import { BROWSER_TEXTS, TEXTS } from './texts.ts'
import {
  type Context,
  deliveryLanguage,
  deliveryPath,
  filesOf,
  type Item,
  type Params,
  photosOf,
  readersOf,
  type View,
} from './view.ts'

/** The page of a delivery. docs/contract.md#c12-accept docs/contract.md#c12-forms */
export const deliveryPageRoutes: FastifyPluginAsync = async (app) => {
  acceptForms(app)

  app.get<{ Params: Params }>('/deliveries/:token', PAGE, async (request, reply) => {
    const response = await readOwn<View>(request, reply)
    if (response.status !== 200) {
      const language = chooseLanguage(request, reply)
      return sendProblem(request, reply, response, {
        language,
        root: '../',
        texts: TEXTS,
        missingPage: {
          styles: ['delivery/style.css'],
          module: 'delivery/browser/missing.ts',
          texts: BROWSER_TEXTS[language],
        },
      })
    }
    const view = response.body
    const visit = {
      token: encodeURIComponent(request.params.token),
      language: chooseLanguage(request, reply, readersOf(view)),
    }
    return sendSharedPage(request, reply, { view, visit }, () => ({
      ...deliveryPage(view, visit),
      urls: [
        ...view.media.flatMap(urlsOfItem),
        ...view.lockedMedia.flatMap(({ thumbUrl, lockedUrl }) => [thumbUrl, lockedUrl]),
      ],
      logoUrls: [view.organization.logoUrl],
    }))
  })

  const decide = async (request: FastifyRequest, reply: FastifyReply, body: object) => {
    const [, verb] = request.routeOptions.url?.split('/:token') ?? []
    const response = await callApi<ErrorBody>(request, {
      method: 'POST',
      url: `${deliveryPath(request)}${verb ?? ''}`,
      payload: body,
    })
    // Relative to …/deliveries/{token}/approve, so a proxy may prefix the path.
    const back = `../${encodeURIComponent((request.params as Params).token)}`
    if (response.status !== 200) {
      const language = await deliveryLanguage(request, reply, response.status)
      return sendProblem(request, reply, response, { language, root: '../../', texts: TEXTS, back })
    }
    return reply.redirect(`${back}#decision`, 303)
  }

  app.post(
    '/deliveries/:token/approve',
    { ...PAGE, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    (request, reply) => decide(request, reply, {}),
  )

  app.post(
    '/deliveries/:token/request-revision',
    { ...PAGE, bodyLimit: MAX_REVISION_BODY_BYTES },
    (request, reply) => decide(request, reply, commentOf(request)),
  )
}

/** The form's only field. Ignores others. */
function commentOf(request: FastifyRequest): { comment?: string } {
  const comment = formOf(request).text('comment')
  return comment === undefined ? {} : { comment }
}

function urlsOfItem({ cdnUrl, preview, alteredFrom }: Item) {
  return [cdnUrl, preview?.thumbUrl, alteredFrom?.cdnUrl, alteredFrom?.preview?.thumbUrl]
}

type Visit = Pick<Context, 'token' | 'language'>

/** The page of a delivery, in all its states. */
function deliveryPage(view: View, visit: Visit): Layout {
  const { token, language } = visit
  const { organization, lock } = view
  const texts = TEXTS[language]
  const format = formatFor(localeIn(language, organization.locale), organization.timeZone)
  const title = streetOf(view.project) || texts.untitled
  const accent = accentOf(organization.colour)
  if (lock) return lockedPage({ ...view, lock }, { ...visit, title, css: accent, format })
  const photos = photosOf(view)
  const cover = coverOf(photos)
  const others = cover ? photos.slice(1) : photos
  const canChoose = view.archive.state === 'READY'
  const mayHavePairs = view.revision !== null || photos.some(({ item }) => item.alteredFrom)
  const isPreparing = view.archive.state === 'PREPARING'
  const isOpen = canDecide(view)
  const deciding = decision({ view, photos, token, texts, format })
  return {
    title: `${title} · ${organization.name}`,
    language,
    root: '../',
    styles: ['delivery/style.css', ...(mayHavePairs ? (['delivery/pairs.css'] as const) : [])],
    module: isPreparing ? 'delivery/browser/waiting.ts' : 'delivery/browser/main.ts',
    more: 'delivery/browser/work.ts',
    moreStyle: 'delivery/viewer.css',
    texts: BROWSER_TEXTS[language],
    head: linkPreview({ view, title, cover, texts }),
    css: html`${accent}${placeholders(photos)}`,
    body: (
      address,
    ) => html`${others.length > 0 ? html`<a class="skip" href="#photos">${texts.skip}</a>` : nothing}
${head({ view, title, cover, canChoose, texts })}
${actionBar(view, isOpen, texts)}
<main id="main">
${isOpen ? answeredRound({ view, photos, token, texts, format }) : deciding}
${view.message ? html`<blockquote dir="auto">${view.message}</blockquote>` : nothing}
<p id="offline" role="status" hidden>${texts.offline}</p>
${photoGrid(others, canChoose, texts)}
${beforeAndAfter(photos, texts)}
${fileList(filesOf(view), format, texts)}
${isOpen ? deciding : nothing}
</main>
${downloadSheet({ view, token, texts, format, share: address('delivery/browser/share.ts') })}
${isOpen ? approveSheet(view, token, texts) : nothing}
${studio(organization, texts)}
<footer>
${organization.deliveryTerms ? html`<p class="terms" dir="auto">${organization.deliveryTerms}</p>` : nothing}
<p>${texts.access(view.expiresAt && format.day(view.expiresAt))}</p>
${portalLink(view, texts)}
${languageLinks(language)}
</footer>`,
  }
}
