import { alterationName } from '../alterations.ts'
import { type Html, html, nothing } from '../html.ts'
import { gridSources, isShownItself, largeWidth } from '../pictures.ts'
import { type Photo, readyPreview } from './view.ts'

const SIZES = '(min-width: 1100px) 285px, (min-width: 700px) 32vw, 48vw'
const FIRST_SIZES = '(min-width: 1100px) 580px, (min-width: 700px) 64vw, 94vw'
/** The pictures that most screens show without scrolling. */
const SEEN_AT_ONCE = 6

/** All photos as a grid; the first one is large. */
export function photoGrid(photos: readonly Photo[], canChoose: boolean): Html {
  if (photos.length === 0) return nothing
  return html`<section id="photos" aria-labelledby="photos-title">
<h2 id="photos-title" class="hidden">Photos</h2>
<ol class="grid">${photos.map((photo) => tile(photo, canChoose))}</ol>
</section>`
}

function tile(photo: Photo, canChoose: boolean): Html {
  const { number, item } = photo
  return html`<li id="p${number}" data-id="${item.id}">
${picture(photo)}
${item.alteredFrom ? html`<span class="tag">${alterationName(item.alteration?.kind)}</span>` : nothing}
${
  canChoose
    ? html`<label class="choose"><input type="checkbox" name="media" value="${item.id}" form="download" data-bytes="${item.mlsBytes} ${item.size}" aria-label="Choose photo ${number}"></label>`
    : nothing
}
</li>`
}

function picture({ number, item }: Photo): Html {
  const preview = readyPreview(item)
  const alt = `Photo ${number}`
  const eager = number === 1 ? html` fetchpriority="high"` : nothing
  const lazy = number > SEEN_AT_ONCE ? html` loading="lazy"` : nothing
  if (preview) {
    return html`<a href="${preview.largeUrl}" data-width="${largeWidth(preview)}" data-original="${item.cdnUrl}" data-name="${item.filename}">
<img src="${preview.thumbUrl}" srcset="${gridSources(preview)}" sizes="${number === 1 ? FIRST_SIZES : SIZES}" width="${preview.width}" height="${preview.height}" alt="${alt}" decoding="async"${eager}${lazy}></a>`
  }
  if (isShownItself(item)) {
    return html`<a href="${item.cdnUrl}" data-original="${item.cdnUrl}" data-name="${item.filename}"><img src="${item.cdnUrl}" alt="${alt}" decoding="async"${eager}${lazy}></a>`
  }
  return html`<a class="name" href="${item.cdnUrl}" data-original="${item.cdnUrl}" data-name="${item.filename}"><span dir="auto">${item.filename}</span><span class="soft">${reasonOf(item.preview?.state)}</span></a>`
}

function reasonOf(state: string | undefined): string {
  if (state === 'PENDING') return 'The preview is being made'
  return 'No preview'
}

/** Rules that show the mean colour of each photo until it is loaded. */
export function placeholders(photos: readonly Photo[]): Html[] {
  return photos.map(({ number, item }) => {
    const colour = item.preview?.colour
    return colour ? html`#p${number}{background:${colour}}` : nothing
  })
}
