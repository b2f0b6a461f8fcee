import {
  EVENT_NAMES,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_VALUE_LENGTH,
  MAX_OWN_HEADER_NAME_LENGTH,
  MAX_OWN_HEADER_VALUE_LENGTH,
  MAX_OWN_HEADERS,
  MAX_RECEIVER_RATE,
  MAX_RECEIVER_URL_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_SUBSCRIPTION_DESCRIPTION_LENGTH,
  PROJECT_STATUSES,
} from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../../../html.ts'
import {
  type Column,
  changeForm,
  checkbox,
  checkboxes,
  described,
  field,
  hidden,
  rowInputs,
} from '../../change-form.ts'
import { STATUS_NAMES } from '../../texts.ts'
import { HIDDEN } from '../send-page.ts'
import { eventText } from '../texts.ts'
import type { Draft, Row } from './draft.ts'
import type { Names, Opened, TargetList } from './targets.ts'
import { TEXTS } from './texts.ts'

function group(id: string, title: string, content: Html, problem?: string): Html {
  return html`<fieldset class="part" id="${id}"${attributes(described(id, { problem }))}><legend>${title}</legend>${problem ? html`<p class="alarm" id="${id}-problem" dir="auto">${problem}</p>` : nothing}${content}</fieldset>`
}

interface WebhookForm {
  action: string
  /** URL of the event types. */
  types: string
  /** The webhook's ETag; absent for a new webhook. */
  etag?: string
  opened: Opened
  names: Names
  button: string
}

/** The webhook form. Each button submits the whole form, so no input is lost. */
export function webhookForm({ action, types, etag, opened, names, button }: WebhookForm): Html {
  // Enter triggers the first button, which should save rather than search.
  return changeForm({
    action,
    ...(etag === undefined ? { isOnce: true } : { etag }),
    class: 'narrow settings',
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true">${button}</button>
${mainFields(opened, types)}
${moreSettings(opened, names, action)}
<button class="go">${button}</button>`,
  })
}

const MAIN_FIELDS: readonly string[] = ['url', 'events', 'description']

/** Advanced settings. Expanded if any is set, so a refused value is visible. */
function moreSettings(opened: Opened, names: Names, action: string): Html {
  const { url, events, description, ...others } = opened.draft
  const isSet = Object.values(others).some((value) =>
    typeof value === 'boolean' ? value : value.length > 0,
  )
  const isRefused = [...(opened.problems?.keys() ?? [])].some((name) => !MAIN_FIELDS.includes(name))
  const isOpen = isSet || opened.searches !== undefined || isRefused
  return html`<details class="menu" id="more"${isOpen ? html` open` : nothing}><summary>${TEXTS.moreSettings}…</summary>
<div>${sendingFields(opened)}
${filterFields(opened, names, action)}
${headerFields(opened)}
${metadataFields(opened)}</div></details>`
}

function mainFields({ draft, problems }: Opened, types: string): Html {
  const { url, description, events } = draft
  return html`${field({
    name: 'url',
    label: TEXTS.url,
    hint: TEXTS.urlHint,
    value: url,
    problem: problems?.get('url'),
    isRequired: true,
    maxLength: MAX_RECEIVER_URL_LENGTH,
  })}
${eventFields(events, types, problems?.get('events'))}
${field({
  name: 'description',
  label: TEXTS.description,
  hint: TEXTS.descriptionHint,
  rows: 2,
  value: description,
  problem: problems?.get('description'),
  maxLength: MAX_SUBSCRIPTION_DESCRIPTION_LENGTH,
})}`
}

/** The events to choose from. Collapsed on phones, which they would fill; expanded if refused. */
function eventFields(events: readonly string[], types: string, problem: string | undefined): Html {
  const count = events.length === 0 ? TEXTS.noEvents : TEXTS.eventCount(events.length)
  const boxes = checkboxes({
    name: 'events',
    label: TEXTS.events,
    choices: EVENT_NAMES.map((name) => [name, html`<code>${name}</code> ${eventText(name)}`]),
    chosen: events,
    problem,
    content: html`<p class="types-link"><a href="${types}" target="_blank">${TEXTS.types}</a></p>`,
  })
  return html`<details class="chosen-events"${problem ? html` open` : nothing}><summary><span>${TEXTS.events}</span><span id="event-count" data-none="${TEXTS.noEvents}" data-one="${TEXTS.eventCount(1)}" data-many="${TEXTS.eventCount('{count}')}">${count}</span></summary>
${boxes}</details>`
}

function sendingFields({ draft, problems }: Opened): Html {
  const { maxPerSecond, standardWebhooks } = draft
  const content = html`${field({
    name: 'maxPerSecond',
    label: TEXTS.rate,
    hint: TEXTS.rateHint,
    type: 'number',
    value: maxPerSecond,
    problem: problems?.get('maxPerSecond'),
    more: { min: 1, max: MAX_RECEIVER_RATE },
  })}
${checkbox({
  name: 'standardWebhooks',
  label: TEXTS.standard,
  hint: TEXTS.standardMeans,
  isChecked: standardWebhooks,
})}`
  return group('sending', TEXTS.sending, content)
}

/**
 * The fields of a filter: jobs and customers by search or id, and statuses.
 *
 * @param action where the form is sent
 */
function filterFields(opened: Opened, names: Names, action: string): Html {
  const statuses = {
    name: 'toStatuses',
    label: TEXTS.toStatuses,
    choices: PROJECT_STATUSES.map((status) => [status, STATUS_NAMES[status]] as const),
  }
  const content = html`<p class="soft">${TEXTS.filterMeans}</p>
${targetFields('projectIds', opened, names, action)}
${targetFields('customerIds', opened, names, action)}
${checkboxes({ ...statuses, chosen: opened.draft.toStatuses })}`
  return group('filter', TEXTS.filter, content, opened.problems?.get('filter'))
}

function targetFields(
  list: TargetList,
  { draft, searches = {} }: Opened,
  names: Names,
  action: string,
): Html {
  const texts = TEXTS.targets[list]
  const { text = '', found = [], say = '' } = searches[list] ?? {}
  const id = `find-${list}`
  const chosen = draft[list].map((each) => [each, names.get(each) ?? each] as const)
  return checkboxes({
    name: list,
    label: texts.title,
    choices: [...chosen, ...found],
    chosen: draft[list],
    content: html`${say ? html`<p role="status">${say}</p>` : nothing}
<div class="find"><label for="${id}">${texts.find}</label>
<input id="${id}" name="${id}" value="${text}" maxlength="${MAX_SEARCH_LENGTH}" autocomplete="off" spellcheck="false">
<button name="show" value="find" formaction="${action}#filter" formnovalidate>${texts.button}</button></div>`,
  })
}

const HEADER: readonly Column[] = [
  { name: 'name', label: TEXTS.headerName, maxLength: MAX_OWN_HEADER_NAME_LENGTH },
  { name: 'value', label: TEXTS.value, maxLength: MAX_OWN_HEADER_VALUE_LENGTH },
]
const METADATA: readonly Column[] = [
  { name: 'name', label: TEXTS.key, maxLength: MAX_METADATA_KEY_LENGTH },
  { name: 'value', label: TEXTS.value, maxLength: MAX_METADATA_VALUE_LENGTH },
]

/** Custom headers. Stored values are hidden; each has a field to replace it. */
function headerFields({ draft: { storedHeaders, headers }, problems }: Opened): Html {
  const content = html`<p class="soft">${TEXTS.headersMean}</p>
${storedHeaders.map(storedHeader)}
${rows('header', HEADER, headers, MAX_OWN_HEADERS - storedHeaders.length)}`
  return group('headers', TEXTS.headers, content, problems?.get('headers'))
}

function metadataFields({ draft: { metadata }, problems }: Opened): Html {
  const content = html`<p class="soft">${TEXTS.metadataMeans}</p>
${rows('metadata', METADATA, metadata, MAX_METADATA_KEYS)}`
  return group('metadata', TEXTS.metadata, content, problems?.get('metadata'))
}

function rows(name: string, columns: readonly Column[], filled: readonly Row[], most: number) {
  const cells = filled.map((row) => [row.name, row.value])
  const maxRows = Math.max(filled.length, most)
  return rowInputs({ name, columns, rows: cells, maxRows, more: TEXTS.moreRows })
}

const VERBATIM = { autocomplete: 'off', spellcheck: 'false', dir: false }

function storedHeader(
  { name, value, isRemoved }: Draft['storedHeaders'][number],
  index: number,
): Html {
  return html`<div class="stored"><p><code>${name}: ${HIDDEN}</code></p>
${hidden({ 'stored-header-name': name })}
${field({
  id: `stored-header-${index}`,
  name: 'stored-header-value',
  label: TEXTS.replace(name),
  value,
  maxLength: MAX_OWN_HEADER_VALUE_LENGTH,
  more: VERBATIM,
})}
<label class="box"><input type="checkbox"${attributes({ name: 'removed-header', value: name, checked: isRemoved })}><span>${TEXTS.removeHeader(name)}</span></label></div>`
}
