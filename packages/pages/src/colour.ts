import { textOn } from '@mediajobs/domain/contrast'
import { type Html, html, nothing } from './html.ts'

/**
 * CSS that makes `colour` the button color, with readable text. Empty unless `#rrggbb`.
 *
 * @param selector the part of the page to color
 */
export function accentOf(colour: string | null, selector = ':root'): Html {
  const text = colour === null ? null : textOn(colour)
  return text === null ? nothing : html`${selector}{--brand:${colour};--on-brand:${text}}`
}
