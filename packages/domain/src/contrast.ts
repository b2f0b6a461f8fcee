const HEX = /^#[0-9a-f]{6}$/i

/** WCAG 2.2, success criterion 1.4.3, for text of normal size. */
const MIN_CONTRAST = 4.5

/** WCAG 2.2, success criterion 1.4.11, for the edges of controls. */
const MIN_EDGE_CONTRAST = 3

/** White or black, whichever is readable on `colour`; `null` unless it is `#rrggbb`. For pages, their modules and mails. */
export function textOn(colour: string): '#fff' | '#000' | null {
  if (!HEX.test(colour)) return null
  return contrast(colour, '#ffffff') >= MIN_CONTRAST ? '#fff' : '#000'
}

/** `--paper` of the pages' style.css. */
const PAPER = { light: '#ffffff', dark: '#161614' }

/** Whether a button of `colour`, `#rrggbb`, is hard to see on a page. */
export function vanishesIn(scheme: keyof typeof PAPER, colour: string): boolean {
  return contrast(colour, PAPER[scheme]) < MIN_EDGE_CONTRAST
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
