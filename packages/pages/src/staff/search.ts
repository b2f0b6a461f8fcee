import { MAX_SEARCH_LENGTH } from '@mediajobs/domain'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'

/** A field of one line for words, with its button in it. */
export function searchBox(words: string, { label, hint }: { label: string; hint: string }): Html {
  return html`<p class="search"><button aria-label="${label}">${icon('search')}</button><input id="q" name="q" type="search" value="${words}" dir="auto" aria-label="${label}" maxlength="${MAX_SEARCH_LENGTH}" placeholder="${hint}"></p>`
}
