import { html } from '../html.ts'
import type { Layout } from '../layout.ts'
import type { BookTexts } from './texts.ts'

interface Leaving {
  url: string
  language: string
  texts: BookTexts
  root: string
}

/**
 * Responds to the module's in-place submission with a link, which it opens outside any frame: the page's CSP keeps its
 * request from following a redirect to the payment page.
 */
export function leavingPage({ url, texts, ...page }: Leaving): Layout {
  return {
    ...page,
    title: texts.leaving,
    styles: ['style.css'],
    body: html`<main class="problem"><p>${texts.leaving}</p><p><a id="go" href="${url}" target="_top">${texts.go}</a></p></main>`,
  }
}
