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
  return coverWith({
    view,
    title,
    cover: cover && {
      number: cover.number,
      id: cover.item.id,
      picture: coverPhoto(cover, canChoose, texts),
      tag: tag(cover, texts),
    },
    more: selectLink(canChoose, texts),
    texts,
  })
}

interface Cover {
  view: View
  title: string
  cover: { number: number; id: string; picture: Html; tag?: Html } | null | undefined
  more?: Html
  texts: DeliveryTexts
}

export function coverWith({ view, title, cover, more = nothing, texts }: Cover): Html {
  const { organization, project } = view
  const words = html`<h1 dir="auto">${title}</h1>
<p class="sub">${[project.city ?? placeOf(project), countsOf(view, texts)].filter(Boolean).join(' · ')}</p>`
  if (!cover)
    return html`<header>
${company(organization)}
${words}
${more}
</header>`
  return html`<header class="cover" id="p${cover.number}" data-id="${cover.id}">
${cover.picture}
<p class="company">${logoOrName(organization)}</p>
<div class="over">${cover.tag ?? nothing}${words}</div>
${more}
</header>`
}

/** Metadata for link previews. No `og:url`: the page's URL contains the token. */
export function linkPreview({ view, title, cover, texts }: Omit<Head, 'canChoose'>): Html {
  return linkTags({ view, title, picture: cover && previewPicture(cover), texts })
}

interface LinkTags extends Omit<Head, 'canChoose' | 'cover'> {
  picture: string | null | undefined
}

export function linkTags({ view, title, picture: url, texts }: LinkTags): Html {
  const picture = url ? html`<meta property="og:image" content="${url}">` : nothing
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

/** The logo replaces the name: next to it, a late logo would shift the layout. */
export function logoOrName({
  name,
  logoUrl,
}: Pick<View['organization'], 'name' | 'logoUrl'>): Html {
  return logoUrl
    ? html`<img class="logo" src="${logoUrl}" alt="${name}" height="40">`
    : html`<span dir="auto">${name}</span>`
}
