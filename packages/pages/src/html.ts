import { html as tagged } from 'hono/html'

/** HTML made by {@link html}. */
export type Html = ReturnType<typeof tagged>

/** An HTML template. Escapes strings, but not `Html` or lists of it. */
export const html = tagged

/** Empty HTML, for a part that is left out. */
export const nothing: Html = html``

type Attribute = string | number | boolean | null | undefined

/**
 * Attributes of an element, each with a leading space. `true` adds no value; false and undefined omit the attribute.
 */
export function attributes(all: Readonly<Record<string, Attribute>>): Html {
  const shown = Object.entries(all).filter(([, value]) => value !== false && value != null)
  return html`${shown.map(([name, value]) => (value === true ? html` ${name}` : html` ${name}="${value}"`))}`
}
