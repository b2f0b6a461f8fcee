import type { Format } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { gridSources } from '../pictures.ts'
import { type Item, readyPreview } from './view.ts'

const NAMES: Record<Item['type'], string> = {
  PHOTO: 'Photo',
  VIDEO: 'Video',
  FLOORPLAN: 'Floor plan',
  VIRTUAL_TOUR: 'Virtual tour',
  PROPERTY_WEBSITE: 'Property website',
  BROCHURE: 'Brochure',
  DOCUMENT: 'Document',
}

/** The section with the files that are not photos. */
export function fileList(files: readonly Item[], format: Format): Html {
  if (files.length === 0) return nothing
  return html`<section id="files" aria-labelledby="files-title">
<h2 id="files-title">Videos, plans and documents</h2>
<ul class="files">${files.map((item) => file(item, format))}</ul>
</section>`
}

function file(item: Item, format: Format): Html {
  return html`<li>${shown(item)}<a href="${item.cdnUrl}" data-name="${item.filename}"><b>${NAMES[item.type]}</b> <span class="soft" dir="auto">${item.filename}</span> <span class="soft">${format.bytes(item.size)}</span></a></li>`
}

function shown(item: Item): Html {
  if (item.type === 'VIDEO' && item.contentType.startsWith('video/')) {
    // `#t=0.5`: browsers show the frame at half a second as a poster, and load no more of the video.
    return html`<video controls playsinline preload="metadata" src="${item.cdnUrl}#t=0.5" aria-label="Video ${item.filename}"></video>`
  }
  const preview = readyPreview(item)
  if (!preview) return nothing
  return html`<a href="${preview.largeUrl}"><img src="${preview.thumbUrl}" srcset="${gridSources(preview)}" sizes="(min-width: 700px) 620px, 94vw" width="${preview.width}" height="${preview.height}" alt="${NAMES[item.type]} ${item.filename}" loading="lazy" decoding="async"></a>`
}
