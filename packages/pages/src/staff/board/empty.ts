import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import type { Page } from './read.ts'
import { TEXTS } from './texts.ts'
import { cleared } from './toolbar.ts'
import { addressOf, isFiltered, UNASSIGNED } from './view.ts'

/** Why there are no jobs, and what to do. */
export function empty(page: Page): Html {
  const { view, here } = page
  const { words, isLate, who, day } = view
  const texts = TEXTS.empty
  const clear = html`<a class="button" href="${here}${addressOf(cleared(view))}">${TEXTS.clear}</a>`
  if (words) {
    const others = isFiltered({ ...view, words: '' })
    return box(
      texts.words(words),
      texts.searched,
      html`<a class="button" href="${here}${addressOf(view, { words: '' })}">${texts.clearSearch}</a>${others ? clear : nothing}`,
    )
  }
  const only = [isLate, who !== '', day !== undefined, view.status !== undefined]
  const isOne = only.filter(Boolean).length === 1
  if (isFiltered(view)) {
    const text = isOne && isLate ? texts.late : isOne && who === UNASSIGNED ? texts.unassigned : ''
    return box(text || texts.filters, '', clear)
  }
  if (view.status) return html`<p>${TEXTS.none}</p>`
  return begin(page)
}

/** Before the first job. */
function begin({ staff, here }: Page): Html {
  const texts = TEXTS.empty
  if (!staff.may('createProject')) return box(texts.new, texts.own)
  const imports = staff.may('importProjects')
    ? html`<a class="button" href="${here}/../developers/imports">${texts.import}</a>`
    : nothing
  const book = html`<a class="go" href="${here}/../projects/new">${TEXTS.book}</a>`
  return box(texts.new, texts.teach, html`${book}${imports}`)
}

function box(title: string, text: string, actions: Html = nothing): Html {
  return html`<div class="empty">${icon('square-kanban')}<h2 dir="auto">${title}</h2>${text ? html`<p class="soft">${text}</p>` : nothing}<p class="actions">${actions}</p></div>`
}
