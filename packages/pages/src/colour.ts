import { textOn } from './contrast.ts'
import { type Html, html, nothing } from './html.ts'

/**
 * CSS that makes `colour` the colour of the buttons, with readable text on it. Empty for null and for a
 * colour that is not `#rrggbb`.
 *
 * @param selector the part of the page that has the colour
 */
export function accentOf(colour: string | null, selector = ':root'): Html {
  const text = colour === null ? null : textOn(colour)
  return text === null ? nothing : html`${selector}{--brand:${colour};--on-brand:${text}}`
}
