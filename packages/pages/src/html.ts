import { html as tagged } from 'hono/html'

/** HTML that {@link html} made. Every other value is escaped. */
export type Html = ReturnType<typeof tagged>

/**
 * A template of HTML. Texts are escaped; `Html`, and lists of it, are not escaped again. Write a character
 * beyond Latin-1 as an entity: one of them makes the text of the whole page two bytes wide, and its way to
 * UTF-8 ten times as expensive.
 */
export const html = tagged

/** Empty HTML, for a part of a page that is left out. */
export const nothing: Html = html``
