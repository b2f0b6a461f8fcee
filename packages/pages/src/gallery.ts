import { DERIVATIVES } from '@mediajobs/domain'
import type { ReadyPreview } from './delivery/view.ts'
import { type Html, html, nothing } from './html.ts'

export const TILE_SIZES = '(min-width: 1100px) 285px, (min-width: 700px) 32vw, 48vw'
const WIDE_SIZES = '(min-width: 1100px) 285px, (min-width: 700px) 32vw, 98vw'
export const COVER_SIZES = '100vw'

/** A photo of a grid, with its number on the page. */
interface Tile {
  number: number
  id: string
  /** @param sizes of the `<img>` */
  picture: (sizes: string) => Html
  /** Content over the picture. */
  more?: Html
}

/** The photos below the cover. Without a cover the first is large. */
export function photoGrid(tiles: readonly Tile[], title: string): Html {
  if (tiles.length === 0) return nothing
  // Without a cover the first photo fills its row.
  const large = tiles[0]?.number === 1 ? 1 : 0
  return html`<section id="photos" aria-labelledby="photos-title">
<h2 id="photos-title" class="hidden">${title}</h2>
<ol class="grid">${tiles.map((each, at) => tile(each, isWide(at - large, tiles.length - large)))}</ol>
</section>`
}

/** On phones, every fifth photo fills its row, as does a single last one. */
function isWide(at: number, count: number): boolean {
  const place = at % 5
  return place === 4 || (at === count - 1 && place % 2 === 0)
}

function tile({ number, id, picture, more = nothing }: Tile, isWide: boolean): Html {
  return html`<li id="p${number}"${isWide ? html` class="wide"` : nothing} data-id="${id}">
${picture(isWide ? WIDE_SIZES : TILE_SIZES)}
${more}
</li>`
}

/** The first photo is the largest contentful paint: the others load lazily, to leave it the bandwidth. */
export function loadingOf(number: number): Html {
  return number === 1 ? html` fetchpriority="high"` : html` loading="lazy"`
}

/** CSS that shows each photo's mean color until it loads. */
export function placeholders(
  photos: Iterable<{ number: number; colour: string | null | undefined }>,
): Html[] {
  return [...photos].map(({ number, colour }) =>
    colour ? html`#p${number}{background:${colour}}` : nothing,
  )
}

/** Content types that every browser shows. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/** Largest original, in bytes, shown without a preview, to spare clients' mobile data. */
const MAX_SHOWN_ORIGINAL_BYTES = 1_000_000

/** Whether the page shows the original instead of a preview. */
export function isShownItself({
  contentType,
  size,
}: {
  contentType: string
  size: number
}): boolean {
  return SHOWN.has(contentType) && size <= MAX_SHOWN_ORIGINAL_BYTES
}

/** `srcset` of the sizes up to 960 px. */
export function gridSources(preview: ReadyPreview): string {
  return [
    [preview.thumbUrl, DERIVATIVES.thumb.maxPixels] as const,
    [preview.mediumUrl, DERIVATIVES.medium.maxPixels] as const,
    [preview.gridUrl, DERIVATIVES.grid.maxPixels] as const,
  ]
    .map(([url, maxPixels]) => `${url} ${widthOf(preview, maxPixels)}w`)
    .join(', ')
}

/** The width in pixels of the picture that fills the window. */
export function largeWidth(preview: ReadyPreview): number {
  return widthOf(preview, DERIVATIVES.large.maxPixels)
}

/** The width in pixels of a derivative whose longer side has at most `maxPixels`. */
export function widthOf(
  { width, height }: Pick<ReadyPreview, 'width' | 'height'>,
  maxPixels: number,
): number {
  return Math.max(1, Math.round(width * Math.min(1, maxPixels / Math.max(width, height))))
}
