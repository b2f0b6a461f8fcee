import { type Html, html, nothing } from './html.ts'

const HEX = /^#[0-9a-f]{6}$/i

/** WCAG 2.2, success criterion 1.4.3, for text of normal size. */
const MIN_CONTRAST = 4.5

/**
 * CSS that makes `colour` the colour of the buttons, with readable text on it. Empty for null and for a
 * colour that is not `#rrggbb`.
 *
 * @param selector the part of the page that has the colour
 */
export function accentOf(colour: string | null, selector = ':root'): Html {
  if (colour === null || !HEX.test(colour)) return nothing
  const text = contrast(colour, '#ffffff') >= MIN_CONTRAST ? '#fff' : '#000'
  return html`${selector}{--brand:${colour};--on-brand:${text}}`
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
