import { type Html, html, nothing } from '../html.ts'
import { COPY } from './texts.ts'

interface CopyField {
  id: string
  label: string
  value: string
  /** Beside the button. */
  more?: Html
}

/** A text to copy. The button is shown by `copyButtons` of browser/copy.ts; without it the field is selected. */
export function copyField({ id, label, value, more = nothing }: CopyField): Html {
  return html`<p class="field link"><label for="${id}">${label}</label>
<input id="${id}" readonly value="${value}"></p>
<div class="actions"><button type="button" data-copy="${id}" data-copied="${COPY.copied}" data-selected="${COPY.selected}" hidden>${COPY.copy}</button>
${more} <span role="status" id="copied"></span></div>`
}
