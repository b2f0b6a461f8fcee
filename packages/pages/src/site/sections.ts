import type { TourKind } from '@mediajobs/domain'
import { COVER_SIZES, photoGrid as grid, gridSources, largeWidth, loadingOf } from '../gallery.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
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
  type VirtualTour,
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

/** A tour on another host, shown in a frame. */
interface Frame {
  url: string
  /** The only `frame-src` of the page. */
  origin: string
}

/** Embed URLs, for kinds whose shared URLs can't be framed. */
const FRAMES: Partial<Record<TourKind, (url: URL) => string | null>> = {
  YOUTUBE: (url) => {
    const id = url.searchParams.get('v') ?? url.pathname.split('/').at(-1) ?? ''
    return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null
  },
  VIMEO: ({ pathname }) => {
    // `/ID`, or `/ID/HASH` for one that isn't listed.
    const [id, hash] = pathname.split('/').filter((step) => /^(?:\d+|[0-9a-f]{8,12})$/.test(step))
    if (id === undefined) return null
    return `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}`
  },
  OTHER: () => null,
}

/** A tour's frame; `null` if it can only be linked. The API checked the kind's hosts. */
function frameOf({ kind, url }: Pick<VirtualTour, 'kind' | 'url'>): Frame | null {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:') return null
  const shown = (FRAMES[kind] ?? (({ href }: URL) => href))(parsed)
  return shown === null ? null : { url: shown, origin: new URL(shown).origin }
}

/** The frame requested by the URL, if any. */
export function shownFrame({ property, tour }: Pick<View, 'property' | 'tour'>): Frame | null {
  const chosen = property.tours[tour - 1]
  return chosen ? frameOf(chosen) : null
}

/** The tours. Frames load on request, so no third party learns of the visit until then. */
export function toursOf(view: View): Html {
  const { property, site, texts } = view
  // No links on the unbranded page.
  const shown = property.tours.filter((each) => site !== null || frameOf(each) !== null)
  if (shown.length === 0) return nothing
  return html`<section id="tours" aria-labelledby="tours-title">
<h2 id="tours-title">${texts.tours}</h2>
${shown.map((each) => tourOf(view, each, nameOf(view, each, shown)))}
</section>`
}

/** Numbered if there are several of a kind. */
function nameOf({ texts }: View, tour: VirtualTour, shown: readonly VirtualTour[]): string {
  const kind = (each: VirtualTour) => texts.tourKinds[each.kind]
  const same = shown.filter((each) => kind(each) === kind(tour))
  return same.length > 1 ? `${kind(tour)} ${same.indexOf(tour) + 1}` : kind(tour)
}

function tourOf({ property, here, texts, tour }: View, each: VirtualTour, name: string): Html {
  const number = property.tours.indexOf(each) + 1
  const id = `tour-${number}`
  const frame = frameOf(each)
  if (frame === null) {
    return html`<p id="${id}"><a class="tour" href="${each.url}" rel="noopener noreferrer nofollow">${PLAY}<b>${texts.open(name)}</b><span class="soft">${new URL(each.url).host}</span></a></p>`
  }
  if (tour === number) {
    const asked = attributes({
      src: frame.url,
      title: name,
      allow: 'fullscreen; xr-spatial-tracking; gyroscope; accelerometer',
      allowfullscreen: true,
      referrerpolicy: 'no-referrer',
      sandbox: 'allow-scripts allow-same-origin allow-presentation',
    })
    return html`<div class="tour" id="${id}"><iframe${asked}></iframe></div>`
  }
  return html`<p id="${id}"><a class="tour" href="${here}?tour=${number}#${id}" rel="nofollow">${PLAY}<b>${texts.start(name)}</b><span class="soft">${texts.loads(new URL(frame.origin).host)}</span></a></p>`
}

const PLAY = html`<svg class="play" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="23"/><path d="m19 15 15 9-15 9z"/></svg>`
