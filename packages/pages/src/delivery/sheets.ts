import type { Format } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { icon } from '../icons.ts'
import type { DeliveryTexts } from './texts.ts'
import { contentsOf, filesOf, photosOf, type View } from './view.ts'

/** The client's actions: at the bottom on a phone, on the cover on a desktop. */
export function actionBar(view: View, isOpen: boolean, texts: DeliveryTexts): Html {
  const { archive } = view
  const hasDownload = archive.state !== 'NONE'
  if (!hasDownload && !isOpen) return nothing
  return html`<nav class="bar" aria-label="${texts.bar}">
${jumpLinks(partsOf(view, texts))}
<div class="acts">
${isOpen ? html`<a class="button ask-link" href="#changes" aria-label="${texts.askForChanges}">${icon('message-square')}<span class="ask-text">${texts.askForChanges}</span></a>` : nothing}
${hasDownload ? html`<a class="button ${isOpen ? '' : 'go'}" href="#download" data-opens="download">${icon('download')}<span>${texts.download}</span></a>` : nothing}
${isOpen ? html`<a class="go" href="#approve" data-opens="approve">${texts.approve}</a>` : nothing}
</div></nav>`
}

type Part = readonly [id: string, name: string]

/** Links to the sections of a page, on a desktop. Omitted if there is only one. */
export function jumpLinks(parts: readonly Part[]): Html {
  if (parts.length < 2) return nothing
  return html`<div class="jumps">${parts.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</div>`
}

function partsOf(view: View, texts: DeliveryTexts): Part[] {
  return [
    photosOf(view).length > 0 && (['photos', texts.photos] as const),
    photosOf(view).some(({ item }) => item.alteredFrom) && (['altered', texts.altered] as const),
    filesOf(view).length > 0 && (['files', texts.files] as const),
  ].filter((part) => part !== false)
}

/** The link that starts selecting photos. */
export function selectLink(canChoose: boolean, texts: DeliveryTexts): Html {
  return canChoose
    ? html`<a class="select" href="#download" data-opens="choose">${texts.select}</a>`
    : nothing
}

interface Download {
  view: View
  token: string
  texts: DeliveryTexts
  format: Format
  /** The URL of the sharing module. */
  share: string
}

/**
 * The download sheet. A dialog with JavaScript, otherwise a `:target`. Docked while photos are being selected.
 * docs/contract.md#c12-download
 */
export function downloadSheet({ view, token, texts, format, share }: Download): Html {
  const { archive, media } = view
  if (archive.state === 'NONE') return nothing
  const head = html`<h2 id="download-title" aria-live="polite">${texts.download}</h2>
${closeLink(texts)}`
  if (archive.state === 'PREPARING')
    return html`<dialog class="sheet" id="download" aria-labelledby="download-title">
${head}<p role="status">${texts.preparing} <span id="by-hand">${texts.reload}</span></p>
</dialog>`
  return html`<dialog class="sheet" id="download" aria-labelledby="download-title">
<form id="save" action="${token}/download" data-locale="${format.locale}" data-files="${media.length}">
${head}
<fieldset class="sizes"><legend>${texts.size}</legend>
${size('mls', format.bytes(archive.mlsBytes), texts)}
${size('original', format.bytes(archive.originalBytes), texts)}
</fieldset>
<button class="go">${texts.download}</button>
<button type="button" id="share" data-module="${share}" hidden></button>
</form>
</dialog>`
}

/** Confirms the approval. */
export function approveSheet(view: View, token: string, texts: DeliveryTexts): Html {
  return html`<dialog class="sheet" id="approve" aria-labelledby="approve-title">
<form method="post" action="${token}/approve">
<h2 id="approve-title">${texts.approveTitle(contentsOf(view, texts))}</h2>
${closeLink(texts)}
<p>${texts.approveText(view.organizationName)}</p>
<button class="go">${texts.approve}</button>
</form>
</dialog>`
}

/** A link, so it works without JavaScript by ending the `:target`. */
function closeLink(texts: DeliveryTexts): Html {
  return html`<a class="close" href="#main" aria-label="${texts.close}">${icon('x')}</a>`
}

/** Without JavaScript, shows the size of all files, labeled as such. */
function size(name: keyof DeliveryTexts['sizes'], ofAll: string, texts: DeliveryTexts): Html {
  const [title, use] = texts.sizes[name]
  return html`<label><input type="radio" name="size" value="${name}"${name === 'mls' ? html` checked` : nothing}><b>${title}</b> <span class="soft">${use}</span> <span class="bytes" data-all="${ofAll}">${texts.sizeOfAll(ofAll)}</span></label>`
}
