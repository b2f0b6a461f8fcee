import { type Html, html, nothing } from '../../../html.ts'

/** A part of the form of a webhook that most webhooks do without. It opens without JavaScript. */
export function section(id: string, title: string, isOpen: boolean, content: Html): Html {
  return html`<details class="menu part" id="${id}"${isOpen ? html` open` : nothing}><summary>${title}…</summary>
<div role="group" aria-label="${title}">${content}</div></details>`
}
