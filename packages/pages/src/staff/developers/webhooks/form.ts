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
import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, field } from '../../change-form.ts'
import { STATUS_NAMES } from '../../texts.ts'
import { checkboxes, HIDDEN } from '../parts.ts'
import { eventText } from '../texts.ts'
import type { Draft, Row } from './draft.ts'
import type { Names, Opened, TargetList } from './targets.ts'
import { TEXTS } from './texts.ts'

/** A part of the form of a webhook that most webhooks do without. It opens without JavaScript. */
function section(id: string, title: string, isOpen: boolean, content: Html): Html {
  return html`<details class="menu part" id="${id}"${isOpen ? html` open` : nothing}><summary>${title}…</summary>
<div role="group" aria-label="${title}">${content}</div></details>`
}

interface WebhookForm {
  action: string
  /** Of the webhook; a form without it makes a new one. */
  etag?: string
  opened: Opened
  names: Names
  button: string
}

/** The form of a webhook. Every button of it sends all of it, so that nothing that was written is lost. */
export function webhookForm({ action, etag, opened, names, button }: WebhookForm): Html {
  // The first button is the one that Enter in a field presses: it saves, and does not search.
  return changeForm({
    action,
    ...(etag === undefined ? { isOnce: true } : { etag }),
    class: 'narrow settings',
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true">${button}</button>
${mainFields(opened)}
${sendingFields(opened)}
${filterFields(opened, names, action)}
${headerFields(opened, action)}
${metadataFields(opened, action)}
<button class="go">${button}</button>`,
  })
}

function mainFields({ draft }: Opened): Html {
  const { url, description, events } = draft
  const options = EVENT_NAMES.map((name) => [name, eventText(name)] as const)
  return html`${field({
    name: 'url',
    label: TEXTS.url,
    hint: TEXTS.urlHint,
    value: url,
    isRequired: true,
    maxLength: MAX_RECEIVER_URL_LENGTH,
  })}
<p class="field"><label for="description">${TEXTS.description}</label>
<span class="soft" id="description-hint">${TEXTS.descriptionHint}</span>
<textarea id="description" name="description" rows="2" maxlength="${MAX_SUBSCRIPTION_DESCRIPTION_LENGTH}" dir="auto" aria-describedby="description-hint">
${description}</textarea></p>
${checkboxes('events', TEXTS.events, options, events)}`
}

function sendingFields({ draft }: Opened): Html {
  const { maxPerSecond, standardWebhooks } = draft
  return html`<fieldset class="part"><legend>${TEXTS.sending}</legend>
<p class="field"><label for="maxPerSecond">${TEXTS.rate}</label>
<span class="soft" id="rate-hint">${TEXTS.rateHint}</span>
<input id="maxPerSecond" name="maxPerSecond" type="number" min="1" max="${MAX_RECEIVER_RATE}" value="${maxPerSecond}" aria-describedby="rate-hint"></p>
<label class="one"><input type="checkbox" name="standardWebhooks" value="yes" aria-describedby="standard-hint"${standardWebhooks ? html` checked` : nothing}><span>${TEXTS.standard}</span></label>
<p class="soft" id="standard-hint">${TEXTS.standardMeans}</p></fieldset>`
}

/**
 * The fields of a filter: jobs and customers by search or id, and statuses.
 *
 * @param action where the form is sent
 */
function filterFields(opened: Opened, names: Names, action: string): Html {
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

/** Empty rows below those that are filled, and as many as a person asks for. */
const SPARE = 2
const MORE = 6

const METADATA = {
  kind: 'metadata',
  names: { label: TEXTS.key, maxLength: MAX_METADATA_KEY_LENGTH },
  values: { label: TEXTS.value, maxLength: MAX_METADATA_VALUE_LENGTH },
}
const HEADERS = {
  kind: 'header',
  names: { label: TEXTS.headerName, maxLength: MAX_OWN_HEADER_NAME_LENGTH },
  values: { label: TEXTS.value, maxLength: MAX_OWN_HEADER_VALUE_LENGTH },
}

/** Custom headers. Stored values are hidden: each has a field that replaces it. */
function headerFields({ draft, hasMoreRows }: Opened, action: string): Html {
  const { storedHeaders, headers } = draft
  const free = MAX_OWN_HEADERS - storedHeaders.length
  const isOpen = storedHeaders.length + headers.length > 0 || hasMoreRows === true
  const content = html`<p class="soft">${TEXTS.headersMean}</p>
${storedHeaders.map(storedHeader)}
${rows(HEADERS, headers, free, hasMoreRows)}
${moreButton('headers', action)}`
  return section('headers', TEXTS.headers, isOpen, content)
}

/** Metadata rows. */
function metadataFields({ draft, hasMoreRows }: Opened, action: string): Html {
  const isOpen = draft.metadata.length > 0 || hasMoreRows === true
  const content = html`<p class="soft">${TEXTS.metadataMeans}</p>
${rows(METADATA, draft.metadata, MAX_METADATA_KEYS, hasMoreRows)}
${moreButton('metadata', action)}`
  return section('metadata', TEXTS.metadata, isOpen, content)
}

function storedHeader(
  { name, value, isRemoved }: Draft['storedHeaders'][number],
  index: number,
): Html {
  const id = `stored-header-${index}`
  return html`<div class="stored"><p><code>${name}: ${HIDDEN}</code></p>
<input type="hidden" name="stored-header-name" value="${name}">
<p class="field"><label for="${id}">${TEXTS.replace(name)}</label>
<input id="${id}" name="stored-header-value" value="${value}" maxlength="${MAX_OWN_HEADER_VALUE_LENGTH}" autocomplete="off" spellcheck="false"></p>
<label class="one"><input type="checkbox" name="removed-header" value="${name}"${isRemoved ? html` checked` : nothing}><span>${TEXTS.removeHeader(name)}</span></label></div>`
}

interface RowFields {
  kind: string
  names: { label: string; maxLength: number }
  values: { label: string; maxLength: number }
}

function rows(
  { kind, names, values }: RowFields,
  filled: readonly Row[],
  most: number,
  hasMoreRows = false,
): Html {
  const wanted = filled.length + (hasMoreRows ? MORE : SPARE)
  const count = Math.max(filled.length, Math.min(wanted, most))
  const line = (part: string, index: number, { label, maxLength }: RowFields['names'], text = '') =>
    html`<p class="field"><label for="${kind}-${part}-${index}">${label} ${index + 1}</label>
<input id="${kind}-${part}-${index}" name="${kind}-${part}" value="${text}" maxlength="${maxLength}" autocomplete="off" spellcheck="false"></p>`
  return html`${Array.from(
    { length: count },
    (_, index) =>
      html`<div class="row">${line('name', index, names, filled[index]?.name)}${line('value', index, values, filled[index]?.value)}</div>`,
  )}`
}

function moreButton(id: string, action: string): Html {
  return html`<button name="show" value="rows" formaction="${action}#${id}" formnovalidate>${TEXTS.moreRows}</button>`
}
