import { readyPreview } from '../../delivery/view.ts'
import { type Html, html, nothing } from '../../html.ts'
import type { Item, Media } from '../records.ts'
import type { View } from './read.ts'

/** Radius as a share of the picture's longer side. Finished pictures and those of the grid are shown smaller. */
export const [PIN_SHARE, SMALL_PIN_SHARE] = [0.05, 0.09]

/** The pins of a file in the grid: what is still open in the newest round. */
export function openPins(view: View, medium: Media): Html {
  const items = openItemsOf(view, medium.id)
  return items.length === 0 ? nothing : pins(medium, items, SMALL_PIN_SHARE, true)
}

/** The open items of the newest round with a place on this file. */
export function openItemsOf({ newestRound }: View, mediaId: string): Numbered[] {
  const items = (newestRound?.items ?? []).map((item, index) => ({ item, number: index + 1 }))
  return items.filter(
    ({ item }) => item.mediaId === mediaId && item.status === 'OPEN' && item.x !== null,
  )
}

interface Numbered {
  item: Item
  number: number
}

// Positions are SVG attributes: the policy of pages forbids inline styles.
export function pins(
  medium: Media,
  items: readonly Numbered[],
  share: number,
  isCropped = false,
): Html {
  const preview = readyPreview(medium)
  if (!preview) return nothing
  const { width, height } = preview
  const radius = Math.round(Math.max(width, height) * share)
  return html`<svg class="pins" viewBox="0 0 ${width} ${height}"${isCropped ? html` preserveAspectRatio="xMidYMid slice"` : nothing} aria-hidden="true">${items.map(
    ({ item: { x, y, status }, number }) =>
      x === null || y === null
        ? nothing
        : html`<circle cx="${Math.round(x * width)}" cy="${Math.round(y * height)}" r="${radius}" class="${status}"/><text x="${Math.round(x * width)}" y="${Math.round(y * height)}" font-size="${radius * 1.2}">${number}</text>`,
  )}</svg>`
}
