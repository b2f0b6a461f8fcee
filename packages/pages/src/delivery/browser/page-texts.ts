import type { Texts } from '@mediajobs/domain/translation'
import type { TEXTS as English } from './texts-en.ts'

type BrowserTexts = Texts<typeof English>

const name = document.querySelector<HTMLElement>('script[data-texts]')?.dataset.texts ?? ''
// A retry has a query, because browsers cache failed imports by URL.
const { search } = new URL(import.meta.url)

/** The texts in the page's language: the page names their file. */
export const { TEXTS } = (await import(new URL(name + search, import.meta.url).href)) as {
  TEXTS: BrowserTexts
}
