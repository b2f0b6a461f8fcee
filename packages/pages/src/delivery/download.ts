import type { Assets } from '../assets.ts'
import type { Format } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import type { View } from './view.ts'

interface Bar {
  view: View
  token: string
  format: Format
  assets: Assets
  /** Whether the client can still decide. */
  isOpen: boolean
}

/** The bar at the bottom of the window, with the download and a link to the decision. */
export function downloadBar({ view, token, format, assets, isOpen }: Bar): Html {
  const { archive, organization } = view
  const toDecision = isOpen ? html`<a class="go" href="#decision">Approve</a>` : nothing
  if (archive.state === 'NONE') {
    return isOpen ? html`<nav class="bar" aria-label="Decision">${toDecision}</nav>` : nothing
  }
  if (archive.state === 'PREPARING') {
    return html`<section class="bar" aria-label="Download"><p role="status">The download is being prepared. Load the page again in a minute.</p>${toDecision}</section>`
  }
  return html`<form id="download" action="${token}/download" class="bar" aria-label="Download" data-locale="${organization.locale ?? 'en'}">
<span role="status" id="chosen"></span>
<select name="size" aria-label="Size of the photos">
<option value="mls">MLS (all: ${format.bytes(archive.mlsBytes)})</option>
<option value="original">Original (all: ${format.bytes(archive.originalBytes)})</option>
</select>
<button>Download <span id="what">all</span></button>
<button type="button" id="share" data-module="../assets/${assets.get('delivery/browser/share.ts')?.name}" hidden>Save to Photos</button>
${toDecision}
</form>`
}
