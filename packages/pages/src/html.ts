import { html as tagged } from 'hono/html'

/** HTML made by {@link html}. */
export type Html = ReturnType<typeof tagged>

/** An HTML template. Escapes texts, but not `Html` or lists of it. */
export const html = tagged

/** Empty HTML, for a part that is left out. */
export const nothing: Html = html``
