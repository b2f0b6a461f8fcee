import { DERIVATIVES } from '@mediajobs/domain'
import type { ReadyPreview } from './delivery/view.ts'

/** Content types that every browser shows. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/** Largest original, in bytes, shown without a preview, to spare clients' mobile data. */
const MAX_SHOWN_ORIGINAL_BYTES = 1_000_000

/** Whether the page shows the original in place of a preview. */
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
function widthOf({ width, height }: ReadyPreview, maxPixels: number): number {
  return Math.max(1, Math.round(width * Math.min(1, maxPixels / Math.max(width, height))))
}
