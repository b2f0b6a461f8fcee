import type { TourKind } from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../html.ts'
import type { View, VirtualTour } from './view.ts'

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
