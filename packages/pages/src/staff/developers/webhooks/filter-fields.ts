import { MAX_SEARCH_LENGTH, PROJECT_STATUSES } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../../html.ts'
import { STATUS_NAMES } from '../../texts.ts'
import { checkboxes } from '../parts.ts'
import type { Opened } from './search.ts'
import { section } from './section.ts'
import type { Names, TargetList } from './targets.ts'
import { TEXTS } from './texts.ts'

/**
 * The fields of a filter: jobs and customers by search or id, and statuses.
 *
 * @param action where the form is sent
 */
export function filterFields(opened: Opened, names: Names, action: string): Html {
  const statuses = PROJECT_STATUSES.map((status) => [status, STATUS_NAMES[status]] as const)
  const { draft, searches } = opened
  const chosen = [draft.projectIds, draft.customerIds, draft.toStatuses].flat()
  const isOpen = chosen.length > 0 || searches !== undefined
  const content = html`<p class="soft">${TEXTS.filterMeans}</p>
${targetFields('projectIds', opened, names, action)}
${targetFields('customerIds', opened, names, action)}
${checkboxes('toStatuses', TEXTS.toStatuses, statuses, draft.toStatuses)}`
  return section('filter', TEXTS.filter, isOpen, content)
}

function targetFields(
  list: TargetList,
  { draft, searches = {} }: Opened,
  names: Names,
  action: string,
): Html {
  const texts = TEXTS.targets[list]
  const { text = '', found = [], say = '' } = searches[list] ?? {}
  const box = (id: string, name: string, isChosen: boolean) =>
    html`<label><input type="checkbox" name="${list}" value="${id}"${isChosen ? html` checked` : nothing}><span dir="auto">${name}</span></label>`
  const field = `find-${list}`
  return html`<fieldset class="choices"><legend>${texts.title}</legend>
${draft[list].map((id) => box(id, names.get(id) ?? id, true))}
${say ? html`<p role="status">${say}</p>` : nothing}${found.map(([id, name]) => box(id, name, false))}
<div class="find"><label for="${field}">${texts.find}</label>
<input id="${field}" name="${field}" value="${text}" maxlength="${MAX_SEARCH_LENGTH}" autocomplete="off" spellcheck="false">
<button name="show" value="find" formaction="${action}#filter" formnovalidate>${texts.button}</button></div></fieldset>`
}
