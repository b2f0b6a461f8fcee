import { attributes, type Html, html } from '../html.ts'
import { PREVIEW } from './texts.ts'

/** A page in a frame as wide as a phone or a desktop. It follows the form with {@link updateButton}. */
export function previewFrame(url: string, title: string): Html {
  const width = (value: keyof typeof PREVIEW.widths, isChosen: boolean) =>
    html`<label class="box"><input${attributes({ type: 'radio', name: 'width', value, checked: isChosen, autocomplete: 'off' })}><span>${PREVIEW.widths[value]}</span></label>`
  return html`<fieldset class="widths"><legend class="hidden">${PREVIEW.width}</legend>${width('phone', true)}${width('desktop', false)}</fieldset>
<div class="frames"><iframe class="frame" name="preview" src="${url}" title="${title}" loading="lazy"></iframe></div>`
}

/** Shows the form's values in the frame. The module presses it as the person types. */
export function updateButton(url: string): Html {
  return html`<button id="update" name="preview" value="yes" formaction="${url}" formtarget="preview" formnovalidate>${PREVIEW.update}</button>`
}
