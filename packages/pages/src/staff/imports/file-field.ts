import { type Html, html } from '../../html.ts'
import { TEXTS } from './texts.ts'

/** The field for the file. The module keeps the file for the next page, and takes one that is dropped. */
export function fileField(id: string, hint: string): Html {
  return html`<p class="field drop" data-kept="${TEXTS.kept('{name}')}"><label for="${id}">${TEXTS.file}</label>
<span class="soft" id="${id}-hint">${hint}</span>
<input id="${id}" name="file" type="file" accept=".csv,text/csv" required aria-describedby="${id}-hint">
<span class="soft" role="status"></span><span class="soft" data-drop hidden>${TEXTS.drop}</span></p>`
}
