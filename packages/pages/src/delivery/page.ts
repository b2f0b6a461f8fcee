import type { Assets } from '../assets.ts'
import { accentOf } from '../colour.ts'
import { formatFor, placeOf, streetOf } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { company, layOut } from '../layout.ts'
import { canDecide, decision, stateLine } from './decision.ts'
import { downloadBar } from './download.ts'
import { beforeAndAfter, fileList, photoGrid, placeholders } from './media.ts'
import { contentsOf, filesOf, photosOf, type View } from './view.ts'

interface Context {
  token: string
  assets: Assets
  nonce: string
}

/** The page of a delivery, in all its states. */
export function deliveryPage(view: View, { token, assets, nonce }: Context): Html {
  const { organization } = view
  const photos = photosOf(view)
  const format = formatFor(organization.locale, organization.timeZone)
  const isOpen = canDecide(view)
  const title = streetOf(view.project) || 'Your delivery'
  return layOut({
    title: `${title} · ${organization.name}`,
    language: 'en',
    root: '../',
    assets,
    nonce,
    styles: ['delivery/style.css'],
    module: 'delivery/browser/main.ts',
    more: 'delivery/browser/work.ts',
    css: html`${accentOf(organization.colour)}${placeholders(photos)}`,
    body: html`${photos.length > 0 ? html`<a class="skip" href="#photos">To the photos</a>` : nothing}
${header(view, title, stateLine({ view, format }))}
<main>
<p id="offline" role="status" hidden>You are offline. Nothing on this page is lost. Try again when you are online.</p>
${photoGrid(photos, view.archive.state === 'READY')}
${beforeAndAfter(photos)}
${fileList(filesOf(view), format)}
${decision({ view, photos, token, format })}
</main>
${downloadBar({ view, token, format, assets, isOpen })}
<footer>
${organization.deliveryTerms ? html`<p class="terms" dir="auto">${organization.deliveryTerms}</p>` : nothing}
<p>Everyone who has this link can open the files${view.expiresAt ? ` until ${format.day(view.expiresAt)}` : ''}.</p>
</footer>`,
  })
}

function header(view: View, title: string, state: Html): Html {
  const { organization, message } = view
  return html`<header>
${company(organization)}
<h1 dir="auto">${title}</h1>
<p class="sub">${[placeOf(view.project), contentsOf(view)].filter(Boolean).join(' · ')}</p>
${state}
${message ? html`<blockquote dir="auto">${message}</blockquote>` : nothing}
</header>`
}
