import { type Html, html } from '../html.ts'

/** Hues for telling people apart: the classes `h0` to `h7`. */
const HUES = 8

/** A person's hue, derived from the id, so it's the same on every page. */
export function hueOf(id: string): number {
  return Number.parseInt(id.slice(-2), 16) % HUES || 0
}

/** Initials of the first and last word: `HL` for Harbor Light. */
export function initials(name: string, hue = ''): Html {
  const letters = [...name.matchAll(/(?<![^\s])[\p{L}\p{N}]/gu)].map(([letter]) => letter)
  const shown = [letters[0] ?? '', letters.length > 1 ? letters.at(-1) : ''].join('')
  return html`<span class="initials${hue}" aria-hidden="true">${shown.toUpperCase()}</span>`
}

/** Initials in the person's hue. */
export function initialsOf({ id, name }: { id: string; name: string }): Html {
  return initials(name, ` h${hueOf(id)}`)
}

/** A person's initials in their hue. The name is in the tooltip and for screen readers. */
export function avatar(person: { id: string; name: string }): Html {
  const { name } = person
  return html`<span class="who" title="${name}">${initialsOf(person)}<span class="hidden" dir="auto">${name}</span></span>`
}
