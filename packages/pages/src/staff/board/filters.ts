import { MAX_SEARCH_LENGTH, type Role } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { ASSIGNABLE } from '../records.ts'
import type { Page } from './read.ts'
import { TEXTS } from './texts.ts'
import { isFiltered } from './view.ts'

/** Search words, a person and a day. They are in the address, so that a view can be kept and sent. */
export function filters(page: Page): Html {
  const { staff, view, here } = page
  const { words, status, day } = view
  return html`<form class="filters" role="search" aria-label="${TEXTS.find}" action="${here}">
${status ? html`<input type="hidden" name="status" value="${status}">` : nothing}
<p class="field"><label for="q">${TEXTS.search}</label><input id="q" name="q" type="search" value="${words}" maxlength="${MAX_SEARCH_LENGTH}" title="${TEXTS.searchHint}"></p>
${staff.may('assignTechnician') ? people(page) : nothing}
<p class="field"><label for="day">${TEXTS.day}</label><input id="day" name="day" type="date" value="${day?.name ?? ''}"></p>
<button>${TEXTS.show}</button>${isFiltered(view) ? html` <a class="button" href="${here}${status ? `?status=${status}` : ''}">${TEXTS.clear}</a>` : nothing}
</form>`
}

function people({ view, shown }: Page): Html {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === view.who ? html` selected` : nothing}>${text}</option>`
  const groups = Object.entries(ASSIGNABLE) as [keyof typeof ASSIGNABLE, readonly Role[]][]
  return html`<p class="field"><label for="who">${TEXTS.who}</label><select id="who" name="who">
<option value="">${TEXTS.everyone}</option>
<optgroup label="${TEXTS.without}">${option('without.technician', TEXTS.withoutNames.technician)}${option('without.editor', TEXTS.withoutNames.editor)}</optgroup>
${groups.map(
  ([kind, roles]) => html`<optgroup label="${TEXTS.groups[kind]}">${roles
    .flatMap((role) => shown.people.filter((person) => person.role === role))
    .map(({ id, name }) => option(`${kind}.${id}`, name))}</optgroup>
`,
)}</select></p>`
}
