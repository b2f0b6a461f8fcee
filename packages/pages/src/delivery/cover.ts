import { placeOf } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { company } from '../layout.ts'
import { coverPhoto, tag } from './media.ts'
import { selectLink } from './sheets.ts'
import type { DeliveryTexts } from './texts.ts'
import { countsOf, type Photo, readyPreview, type View } from './view.ts'

interface Head {
  view: View
  title: string
  /** From {@link coverOf}. */
  cover: Photo | null
  canChoose: boolean
  texts: DeliveryTexts
}

/** The first photo, once it has a preview. */
export function coverOf([first]: readonly Photo[]): Photo | null {
  return first && readyPreview(first.item) ? first : null
}

/** The address, counts and studio, over the first photo if it has a preview. */
export function head({ view, title, cover, canChoose, texts }: Head): Html {
  const { organization, project } = view
  const words = html`<h1 dir="auto">${title}</h1>
<p class="sub">${[project.city ?? placeOf(project), countsOf(view, texts)].filter(Boolean).join(' · ')}</p>`
  if (!cover)
    return html`<header>
${company(organization)}
${words}
${selectLink(canChoose, texts)}
</header>`
  return html`<header class="cover" id="p${cover.number}" data-id="${cover.item.id}">
${coverPhoto(cover, canChoose, texts)}
<p class="company">${studio(organization)}</p>
<div class="over">${tag(cover, texts)}${words}</div>
${selectLink(canChoose, texts)}
</header>`
}

/** What a messenger shows of the link. No `og:url`: the page's address holds the token. */
export function linkPreview({ view, title, cover, texts }: Omit<Head, 'canChoose'>): Html {
  const picture = cover
    ? html`<meta property="og:image" content="${previewPicture(cover)}">`
    : nothing
  return html`<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${view.organization.name}">
<meta property="og:description" content="${countsOf(view, texts)}">
${picture}`
}

/** Some messengers leave out larger pictures. */
const MAX_PREVIEW_BYTES = 600_000

/** JPEG, which every messenger shows, unless it's too large: then a smaller WebP. */
function previewPicture({ item }: Photo): string | null | undefined {
  const { mlsUrl, gridUrl } = readyPreview(item) ?? {}
  return mlsUrl && item.mlsBytes <= MAX_PREVIEW_BYTES ? mlsUrl : gridUrl
}

// The logo stands for the name: one that loads beside the name would move it.
function studio({ name, logoUrl }: View['organization']): Html {
  return logoUrl
    ? html`<img class="logo" src="${logoUrl}" alt="${name}" height="40">`
    : html`<span dir="auto">${name}</span>`
}
