import { html as tagged } from 'hono/html'

/** HTML that was made by {@link html}: all that was not is escaped. */
export type Html = ReturnType<typeof tagged>

/** A template of HTML. Texts are escaped; `Html`, and lists of it, are not escaped again. */
export const html = tagged

/** Nothing, where a part of a page is left out. */
export const nothing: Html = html``
