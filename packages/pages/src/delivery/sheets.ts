import type { Assets } from '../assets.ts'
import type { Format } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { icon } from '../icons.ts'
import { LANGUAGE, TEXTS } from './texts.ts'
import { contentsOf, filesOf, photosOf, type View } from './view.ts'

/** The bar with what the client can do: at the bottom of a phone, below the cover on a desk. */
export function actionBar(view: View, isOpen: boolean): Html {
  const { archive } = view
  const hasDownload = archive.state !== 'NONE'
  if (!hasDownload && !isOpen) return nothing
  return html`<nav class="bar" aria-label="${TEXTS.bar}">
${jumps(view)}
${isOpen ? html`<a class="button ask-link" href="#changes" aria-label="${TEXTS.askForChanges}">${icon('message-square')}<span class="ask-text">${TEXTS.askForChanges}</span></a>` : nothing}
${hasDownload ? html`<a class="button ${isOpen ? '' : 'go'}" href="#download" data-opens="download">${icon('download')}<span>${TEXTS.download}</span></a>` : nothing}
${isOpen ? html`<a class="go" href="#approve" data-opens="approve">${TEXTS.approve}</a>` : nothing}
</nav>`
}

/** Links to the parts of the page, on a desk. */
function jumps(view: View): Html {
  const parts = [
    photosOf(view).length > 0 && (['photos', TEXTS.photos] as const),
    photosOf(view).some(({ item }) => item.alteredFrom) && (['altered', TEXTS.altered] as const),
    filesOf(view).length > 0 && (['files', TEXTS.files] as const),
  ].filter((part) => part !== false)
  if (parts.length < 2) return nothing
  return html`<span class="jumps">${parts.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</span>`
}

/** The link that begins a choice of photos. */
export function selectLink(canChoose: boolean): Html {
  return canChoose
    ? html`<a class="select" href="#download" data-opens="choose">${TEXTS.select}</a>`
    : nothing
}

interface Download {
  view: View
  token: string
  format: Format
  assets: Assets
}

/**
 * The sheet with the download. A dialog with JavaScript; without it the link leads to it (`:target`). While photos are
 * chosen it stays beside them. docs/contract.md#c12-download
 */
export function downloadSheet({ view, token, format, assets }: Download): Html {
  const { archive, organization, media } = view
  if (archive.state === 'NONE') return nothing
  const head = html`<h2 id="download-title" aria-live="polite">${TEXTS.download}</h2>
${closeLink()}`
  if (archive.state === 'PREPARING')
    return html`<dialog class="sheet" id="download" aria-labelledby="download-title">
${head}<p role="status">${TEXTS.preparing}</p>
</dialog>`
  return html`<dialog class="sheet" id="download" aria-labelledby="download-title">
<form id="save" action="${token}/download" data-locale="${organization.locale ?? LANGUAGE}" data-files="${media.length}">
${head}
<fieldset class="sizes"><legend>${TEXTS.size}</legend>
${size('mls', format.bytes(archive.mlsBytes), true)}
${size('original', format.bytes(archive.originalBytes), false)}
</fieldset>
<button class="go">${TEXTS.download}</button>
<button type="button" id="share" data-module="../assets/${assets.get('delivery/browser/share.ts')?.name}" hidden></button>
</form>
</dialog>`
}

/** Asks once before approving. */
export function approveSheet(view: View, token: string): Html {
  return html`<dialog class="sheet" id="approve" aria-labelledby="approve-title">
<form method="post" action="${token}/approve">
<h2 id="approve-title">${TEXTS.approveTitle(contentsOf(view))}</h2>
${closeLink()}
<p>${TEXTS.approveText(view.organizationName)}</p>
<button class="go">${TEXTS.approve}</button>
</form>
</dialog>`
}

/** A link, so it works without JavaScript: the sheet is no longer the target. */
function closeLink(): Html {
  return html`<a class="close" href="#main" aria-label="${TEXTS.close}">${icon('x')}</a>`
}

/** Without JavaScript the bytes are those of all files, and say so. */
function size(name: keyof typeof TEXTS.sizes, ofAll: string, isChosen: boolean): Html {
  const [title, use] = TEXTS.sizes[name]
  return html`<label><input type="radio" name="size" value="${name}"${isChosen ? html` checked` : nothing}><b>${title}</b> <span class="soft">${use}</span> <span class="bytes" data-all="${ofAll}">${TEXTS.sizeOfAll(ofAll)}</span></label>`
}
