import { COVER_SIZES, photoGrid as grid, loadingOf } from '../gallery.ts'
import { type Html, html, nothing } from '../html.ts'
import { gridSources, largeWidth } from '../pictures.ts'
import {
  type Item,
  inertIn,
  inShort,
  type Photo,
  photosOf,
  placeBelow,
  previewOf,
  priceOf,
  titleOf,
  type View,
} from './view.ts'

const PLAN_SIZES = '(min-width: 900px) 860px, 94vw'

/** The title over the first photo. @param company the studio's name */
export function head(view: View, company: Html): Html {
  const [cover] = photosOf(view.property)
  const short = inShort(view)
  const below = placeBelow(view.property)
  const words = html`<h1 dir="auto">${titleOf(view)}</h1>
${below ? html`<p class="sub" dir="auto">${below}</p>` : nothing}
${short ? html`<p class="sub">${short}</p>` : nothing}`
  if (!cover)
    return html`<header${inertIn(view)}>
${company}
${words}
</header>`
  return html`<header class="cover" id="p${cover.number}" data-id="${cover.item.id}"${inertIn(view)}>
${picture(cover, COVER_SIZES, view)}
${company}
<div class="over">${tag(cover, view)}${words}</div>
</header>`
}

/** The photos below the cover. */
export function photoGrid(view: View): Html {
  const [, ...others] = photosOf(view.property)
  const tiles = others.map((photo) => ({
    number: photo.number,
    id: photo.item.id,
    picture: (sizes: string) => picture(photo, sizes, view),
    more: tag(photo, view),
  }))
  return grid(tiles, view.texts.photos)
}

function picture({ number, preview }: Photo, sizes: string, { texts }: View): Html {
  const width = largeWidth(preview)
  const large = sizes === COVER_SIZES ? `, ${preview.largeUrl} ${width}w` : ''
  return html`<a href="${preview.largeUrl}" data-width="${width}">
<img src="${preview.thumbUrl}" srcset="${gridSources(preview)}${large}" sizes="${sizes}" width="${preview.width}" height="${preview.height}" alt="${texts.photo(number)}" decoding="async"${loadingOf(number)}></a>`
}

function tag({ item }: Photo, view: View): Html {
  return item.alteration ? html`<span class="tag">${kindOf(item, view)}</span>` : nothing
}

function kindOf({ alteration }: Pick<Item, 'alteration'>, { texts }: View): string {
  return texts.alterations[alteration?.kind ?? 'OTHER']
}

/** Which photos were altered, and how. */
export function disclosures(view: View): Html {
  const { texts } = view
  const altered = photosOf(view.property).filter(({ item }) => item.alteration)
  if (altered.length === 0) return nothing
  return html`<section id="altered" aria-labelledby="altered-title">
<h2 id="altered-title">${texts.altered}</h2>
<ul>${altered.map(({ number, item }) => html`<li>${texts.alteration(texts.photo(number), kindOf(item, view))}${note(item)}${original(item, view)}</li>`)}</ul>
</section>`
}

function note({ alteration }: Item): Html {
  return alteration?.note ? html` <span dir="auto">${alteration.note}</span>` : nothing
}

/** Omitted on the unbranded page: the original's page names the studio. */
function original({ originalsUrl }: Item, { texts }: View): Html {
  return originalsUrl ? html` <a href="${originalsUrl}">${texts.originalPage}</a>` : nothing
}

/** Price, rooms and sizes. */
export function facts(view: View): Html {
  const { property, texts, format } = view
  const { bedrooms, bathrooms, propertySize, lotSize, yearBuilt, mlsNumber } = property.facts
  const number = (value: number | null) => (value === null ? null : format.number(value))
  const size = (value: number | null) =>
    value === null ? null : format.size(value, property.sizeUnit)
  const rows: [string, string | null][] = [
    [texts.bedrooms, number(bedrooms)],
    [texts.bathrooms, number(bathrooms)],
    [texts.propertySize, size(propertySize)],
    [texts.lotSize, size(lotSize)],
    [texts.yearBuilt, yearBuilt === null ? null : String(yearBuilt)],
    [texts.mlsNumber, mlsNumber],
  ]
  const price = priceOf(view)
  const known = rows.filter(([, value]) => value !== null)
  if (known.length === 0 && !price && !property.description) return nothing
  return html`<section id="about" aria-labelledby="about-title">
<h2 id="about-title" class="hidden">${texts.about}</h2>
${price ? html`<p class="price">${price}</p>` : nothing}
${known.length === 0 ? nothing : html`<dl>${known.map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`}
${property.description ? html`<p class="words" dir="auto">${property.description}</p>` : nothing}
</section>`
}

export function videos({ property, texts }: View): Html {
  if (property.videos.length === 0) return nothing
  // `#t=0.5`: browsers show that frame as the poster and load nothing else.
  return html`<section id="videos" aria-labelledby="videos-title">
<h2 id="videos-title">${texts.videos}</h2>
${property.videos.map(({ url }, at) => html`<video controls playsinline preload="metadata" src="${url}#t=0.5" aria-label="${texts.video(at + 1)}"></video>`)}
</section>`
}

export function floorPlans({ property, texts }: View): Html {
  if (property.floorPlans.length === 0) return nothing
  return html`<section id="plans" aria-labelledby="plans-title">
<h2 id="plans-title">${texts.plans}</h2>
${property.floorPlans.map((item, at) => plan(item, texts.plan(at + 1)))}
</section>`
}

function plan(item: Item, name: string): Html {
  const preview = previewOf(item)
  if (!preview) return html`<p><a href="${item.url}">${name}</a></p>`
  return html`<a href="${preview.largeUrl}"><img src="${preview.thumbUrl}" srcset="${gridSources(preview)}, ${preview.largeUrl} ${largeWidth(preview)}w" sizes="${PLAN_SIZES}" width="${preview.width}" height="${preview.height}" alt="${name}" loading="lazy" decoding="async"></a>`
}
