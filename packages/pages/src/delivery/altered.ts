import { alterationName } from '../alterations.ts'
import { type Html, html, nothing } from '../html.ts'
import { gridSources } from '../pictures.ts'
import { type Photo, readyPreview } from './view.ts'

const SIZES = '(min-width: 900px) 820px, 94vw'

/** The section with altered photos and their originals. */
export function beforeAndAfter(photos: readonly Photo[]): Html {
  const altered = photos.filter(({ item }) => item.alteredFrom)
  if (altered.length === 0) return nothing
  return html`<section id="altered" aria-labelledby="altered-title">
<h2 id="altered-title">Before and after</h2>
${altered.map(pair)}
</section>`
}

function pair(photo: Photo): Html {
  const { number, item } = photo
  const after = readyPreview(item)
  const before = item.alteredFrom && readyPreview(item.alteredFrom)
  return html`<figure class="pair">
${
  after && before
    ? html`<div class="both"><img src="${before.thumbUrl}" srcset="${gridSources(before)}" sizes="${SIZES}" width="${before.width}" height="${before.height}" alt="Original of photo ${number}" loading="lazy" decoding="async"><img class="after" src="${after.thumbUrl}" srcset="${gridSources(after)}" sizes="${SIZES}" width="${after.width}" height="${after.height}" alt="Photo ${number}, altered" loading="lazy" decoding="async"></div>`
    : nothing
}
<figcaption>Photo ${number}: ${alterationName(item.alteration?.kind)}. ${noteOf(photo)} ${links(photo)}</figcaption>
</figure>`
}

function noteOf({ item }: Photo): Html {
  const note = item.alteration?.note
  return note ? html`<span dir="auto">${note}</span>` : nothing
}

function links({ item }: Photo): Html {
  const { originalsUrl, alteredFrom } = item
  if (originalsUrl) {
    return html`In some places the law requires this note in advertisements, with a link to the original: <a href="${originalsUrl}">page of the original</a>, <a href="${originalsUrl}/qr.svg">QR code</a>.`
  }
  return alteredFrom?.cdnUrl ? html`<a href="${alteredFrom.cdnUrl}">Original</a>` : nothing
}
