import { alterationName } from '../../alterations.ts'
import { readyPreview } from '../../delivery/view.ts'
import { gridSources, isShownItself } from '../../gallery.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { changeForm } from '../change-form.ts'
import type { Item, Media } from '../records.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

/** Files per page. */
const SHOWN = 100
const SIZES = '(min-width: 1100px) 190px, (min-width: 700px) 24vw, 46vw'

/** A project's files in order, each linking to its page. */
export function files(view: View): Html {
  const { staff, here, media, filesPage: page } = view
  const texts = TEXTS.files
  if (media.length === 0) return html`<p>${texts.none}</p>`
  const first = (page - 1) * SHOWN
  const pages = Math.ceil(media.length / SHOWN)
  const canMove = staff.may('reorderMedia')
  return html`<div class="files-head"><p class="soft">${texts.count(media.length)}${canMove ? html` <span data-drag-hint hidden>${texts.drag}</span>` : nothing}</p>${originals(view)}</div>
<p role="status" id="order-status" data-moved="${texts.moved}" data-refused="${texts.refused}"></p>
<ol class="files-grid" start="${first + 1}"${canMove ? html` data-project="${media[0]?.projectId}"` : nothing}>${media
    .slice(first, first + SHOWN)
    .map((each, index) => tile(view, each, first + index + 1))}</ol>
${pages > 1 ? pageLinks(here, page, pages) : nothing}`
}

function tile(view: View, each: Media, number: number): Html {
  return html`<li data-id="${each.id}"><a href="${view.here}/files/${each.id}"><span class="frame">${picture(each, SIZES)}${openPins(view, each)}</span>
<span class="caption"><b data-number>${number}</b> ${each.alteredFromMediaId === null ? nothing : html`<span class="mark">${alterationName(each.alteration?.kind)}</span> `}<bdi>${each.filename}</bdi></span></a></li>`
}

/**
 * A file's picture, or a placeholder.
 *
 * @param alt for a picture without a caption
 */
export function picture(each: Media, sizes: string, alt = ''): Html {
  const preview = readyPreview(each)
  if (preview) {
    return html`<img src="${preview.thumbUrl}" srcset="${gridSources(preview)}" sizes="${sizes}" width="${preview.width}" height="${preview.height}" alt="${alt}" loading="lazy" decoding="async">`
  }
  if (each.type === 'PHOTO' && isShownItself(each)) {
    return html`<img src="${each.cdnUrl}" alt="${alt}" loading="lazy" decoding="async">`
  }
  const isPending = each.preview?.state === 'PENDING'
  return html`<span class="soft">${TEXTS.files.types[each.type]}${isPending ? html`<br>${TEXTS.files.pending}` : nothing}</span>`
}

/** The URLs of files' pictures. */
export function urlsOf(media: readonly Media[]): (string | null | undefined)[] {
  return media.flatMap(({ cdnUrl, preview }) => [cdnUrl, preview?.thumbUrl])
}

function pageLinks(here: string, page: number, pages: number): Html {
  const link = (number: number, text: string) =>
    number < 1 || number > pages
      ? nothing
      : html`<a href="${here}?files=${number}#files">${text}</a>`
  return html`<p class="tabs">${link(page - 1, TEXTS.files.before)}${link(page + 1, TEXTS.files.after)}</p>`
}

/** The button to download all original files of a project. */
function originals({ staff, here, media, hasArchives }: View): Html {
  if (media.length === 0 || !hasArchives || !staff.may('createArchive')) return nothing
  const bytes = media.reduce((sum, { size }) => sum + size, 0)
  return changeForm({
    action: `${here}/originals`,
    class: 'download',
    content: html`<button>${icon('download')}${TEXTS.files.originals} <span class="soft">${staff.format.bytes(bytes)}</span></button>`,
  })
}

/** Radius of a pin, as a share of the picture's longer side. */
export const PIN_SHARE = 0.05
/** For small pictures: in the grid, and in rounds when all is answered. */
export const THUMBNAIL_PIN_SHARE = 0.09

/** A file's pins in the grid: the open comments of the newest round. */
function openPins(view: View, medium: Media): Html {
  const items = openItemsOf(view, medium.id)
  return items.length === 0 ? nothing : pins(medium, items, THUMBNAIL_PIN_SHARE, true)
}

/** The newest round's open items that are pinned to this file. */
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

/** Numbered pins over a picture. Their positions are SVG attributes, because the pages' CSP forbids inline styles. */
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
