import type { Format } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import type { View } from './view.ts'

/** The bar at the bottom of the window, with the download and a link to the decision. */
export function downloadBar(view: View, token: string, format: Format, isOpen: boolean): Html {
  const { archive } = view
  const toDecision = isOpen ? html`<a class="go" href="#decision">Approve</a>` : nothing
  if (archive.state === 'NONE') {
    return isOpen ? html`<nav class="bar" aria-label="Decision">${toDecision}</nav>` : nothing
  }
  if (archive.state === 'PREPARING') {
    return html`<section class="bar" aria-label="Download"><p role="status">The download is being prepared. Load the page again in a minute.</p>${toDecision}</section>`
  }
  return html`<form id="download" action="${token}/archive.zip" class="bar" aria-label="Download">
<span role="status" id="chosen"></span>
<select name="size" aria-label="Size of the photos">
<option value="mls">MLS ${format.bytes(archive.mlsBytes)}</option>
<option value="original">Original ${format.bytes(archive.originalBytes)}</option>
</select>
<button>Download <span id="what">all</span></button>
<button type="button" id="share" hidden>Save to Photos</button>
${toDecision}
</form>`
}
