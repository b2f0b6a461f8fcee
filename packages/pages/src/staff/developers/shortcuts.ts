import { type Html, html } from '../../html.ts'
import { DEVELOPERS } from './texts.ts'

/** Says which keys the module of the page knows, and lets a person switch them off. Hidden without the module. */
export function shortcuts(): Html {
  const { text, on, off } = DEVELOPERS.keys
  return html`<p class="soft shortcuts" data-shortcuts hidden>${text} <button type="button" data-on="${on}" data-off="${off}">${off}</button></p>`
}
