import type { Format } from '../format.ts'
import {
  COVER_SIZES,
  placeholders as coloured,
  photoGrid as grid,
  gridSources,
  isShownItself,
  largeWidth,
  loadingOf,
} from '../gallery.ts'
import { type Html, html, nothing } from '../html.ts'
import type { DeliveryTexts } from './texts.ts'
import { type Item, type Photo, type Preview, type ReadyPreview, readyPreview } from './view.ts'

/** The photos below the cover. */
export function photoGrid(
  photos: readonly Photo[],
  canChoose: boolean,
  texts: DeliveryTexts,
): Html {
  const tiles = photos.map((photo) => ({
    number: photo.number,
    id: photo.item.id,
    picture: (sizes: string) => picture(photo, sizes, texts),
    more: html`${tag(photo, texts)}
${canChoose ? choice(photo, texts) : nothing}`,
  }))
  return grid(tiles, texts.photos)
}

/** CSS that shows each photo's mean color until it loads. */
export function placeholders(photos: readonly Photo[]): Html[] {
  return coloured(photos.map(({ number, item }) => ({ number, colour: item.preview?.colour })))
}

/** The cover picture, which opens like any other photo. */
export function coverPhoto(photo: Photo, canChoose: boolean, texts: DeliveryTexts): Html {
  return html`${picture(photo, COVER_SIZES, texts)}${canChoose ? choice(photo, texts) : nothing}`
}

/** The label of an altered photo. */
export function tag({ item }: Photo, texts: DeliveryTexts): Html {
  return item.alteredFrom ? html`<span class="tag">${alterationOf(item, texts)}</span>` : nothing
}

function alterationOf({ alteration }: Item, { alterations }: DeliveryTexts): string {
  return alterations[alteration?.kind ?? 'OTHER']
}

function choice({ number, item }: Photo, texts: DeliveryTexts): Html {
  return html`<label class="choose"><input type="checkbox" name="media" value="${item.id}" form="save" data-bytes="${item.mlsBytes} ${item.size}" aria-label="${texts.choose(number)}"></label>`
}

function picture({ number, item }: Photo, sizes: string, texts: DeliveryTexts): Html {
  const preview = readyPreview(item)
  const alt = texts.photo(number)
  if (preview) {
    const width = largeWidth(preview)
    const large = sizes === COVER_SIZES ? `, ${preview.largeUrl} ${width}w` : ''
    return html`<a href="${preview.largeUrl}" data-width="${width}" data-original="${item.cdnUrl}" data-name="${item.filename}">
<img src="${preview.thumbUrl}" srcset="${gridSources(preview)}${large}" sizes="${sizes}" width="${preview.width}" height="${preview.height}" alt="${alt}" decoding="async"${loadingOf(number)}></a>`
  }
  if (isShownItself(item)) {
    return html`<a href="${item.cdnUrl}" data-original="${item.cdnUrl}" data-name="${item.filename}"><img src="${item.cdnUrl}" alt="${alt}" decoding="async"${loadingOf(number)}></a>`
  }
  return html`<a class="name" href="${item.cdnUrl}" data-original="${item.cdnUrl}" data-name="${item.filename}"><span dir="auto">${item.filename}</span><span class="soft">${item.preview?.state === 'PENDING' ? texts.previewPending : texts.noPreview}</span></a>`
}

const PAIR_SIZES = '(min-width: 900px) 820px, 94vw'

/** Altered photos next to their originals. */
export function beforeAndAfter(photos: readonly Photo[], texts: DeliveryTexts): Html {
  const altered = photos.filter(({ item }) => item.alteredFrom)
  if (altered.length === 0) return nothing
  return html`<section id="altered" aria-labelledby="altered-title">
<h2 id="altered-title">${texts.altered}</h2>
${altered.map((photo) => pair(photo, texts))}
</section>`
}

function pair(photo: Photo, texts: DeliveryTexts): Html {
  const { number, item } = photo
  const after = readyPreview(item)
  const before = item.alteredFrom && readyPreview(item.alteredFrom)
  return html`<figure class="pair" data-label="${texts.compare}">
${after && before ? both([before, texts.originalOf(number)], [after, texts.alteredPhoto(number)]) : nothing}
<figcaption>${texts.alteration(number, alterationOf(item, texts))} ${noteOf(photo)} ${links(photo, texts)}</figcaption>
</figure>`
}

/** A photo and its replacement; empty without both pictures. */
export function replacement(old: Photo, now: Photo, texts: DeliveryTexts): Html {
  const [before, after] = [readyPreview(old.item), readyPreview(now.item)]
  if (!before || !after || old === now) return nothing
  return html`<figure class="pair" data-label="${texts.compareReplaced}">
${both([before, texts.photo(old.number)], [after, texts.photo(now.number)])}
</figure>`
}

/** Like {@link replacement}, for a photo no longer in the gallery. */
export function replaced(
  old: { preview: Preview | null },
  { number, item }: Photo,
  texts: DeliveryTexts,
): Html {
  const [before, after] = [readyPreview(old), readyPreview(item)]
  if (!before || !after) return nothing
  return html`<figure class="pair" data-label="${texts.compareReplaced}">
${both([before, texts.photoBefore(number)], [after, texts.photo(number)])}
<figcaption><a class="was" href="${before.largeUrl}" data-width="${largeWidth(before)}">${texts.photoBefore(number)}</a></figcaption>
</figure>`
}

type Shown = [preview: ReadyPreview, alt: string]

function both(before: Shown, after: Shown): Html {
  const shown = ([preview, alt]: Shown, name: string) =>
    html`<img class="${name}" src="${preview.thumbUrl}" srcset="${gridSources(preview)}" sizes="${PAIR_SIZES}" width="${preview.width}" height="${preview.height}" alt="${alt}" loading="lazy" decoding="async">`
  return html`<div class="both">${shown(before, '')}${shown(after, 'after')}</div>`
}

function noteOf({ item }: Photo): Html {
  const note = item.alteration?.note
  return note ? html`<span dir="auto">${note}</span>` : nothing
}

function links({ item }: Photo, texts: DeliveryTexts): Html {
  const { originalsUrl, alteredFrom } = item
  if (originalsUrl) {
    return html`${texts.disclosure} <a href="${originalsUrl}">${texts.originalPage}</a>, <a href="${originalsUrl}/qr.svg">${texts.qrCode}</a>.`
  }
  return alteredFrom?.cdnUrl ? html`<a href="${alteredFrom.cdnUrl}">${texts.original}</a>` : nothing
}

/** Files other than photos. */
export function fileList(files: readonly Item[], format: Format, texts: DeliveryTexts): Html {
  if (files.length === 0) return nothing
  return html`<section id="files" aria-labelledby="files-title">
<h2 id="files-title">${texts.files}</h2>
<ul class="files">${files.map((item) => file(item, format, texts))}</ul>
</section>`
}

function file(item: Item, format: Format, texts: DeliveryTexts): Html {
  return html`<li>${shown(item, texts)}<a href="${item.cdnUrl}" data-name="${item.filename}"><b>${texts.mediaTypes[item.type]}</b> <span class="soft" dir="auto">${item.filename}</span> <span class="soft">${format.bytes(item.size)}</span></a></li>`
}

function shown(item: Item, texts: DeliveryTexts): Html {
  if (item.type === 'VIDEO' && item.contentType.startsWith('video/')) {
    // `#t=0.5`: browsers show that frame as the poster and load nothing else.
    return html`<video controls playsinline preload="metadata" src="${item.cdnUrl}#t=0.5" aria-label="${texts.video(item.filename)}"></video>`
  }
  const preview = readyPreview(item)
  if (!preview) return nothing
  return html`<a href="${preview.largeUrl}"><img src="${preview.thumbUrl}" srcset="${gridSources(preview)}" sizes="(min-width: 700px) 620px, 94vw" width="${preview.width}" height="${preview.height}" alt="${texts.mediaTypes[item.type]} ${item.filename}" loading="lazy" decoding="async"></a>`
}
