import {
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_VALUE_LENGTH,
  MAX_OWN_HEADER_NAME_LENGTH,
  MAX_OWN_HEADER_VALUE_LENGTH,
  MAX_OWN_HEADERS,
} from '@mediajobs/domain'
import { type Html, html, nothing } from '../../../html.ts'
import { HIDDEN } from '../masked.ts'
import type { Draft, Row } from './draft.ts'
import type { Opened } from './search.ts'
import { section } from './section.ts'
import { TEXTS } from './texts.ts'

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

/** The headers that a webhook has of its own. Stored values are hidden: each has a field that replaces it. */
export function headerFields({ draft, hasMoreRows }: Opened, action: string): Html {
  const { storedHeaders, headers } = draft
  const free = MAX_OWN_HEADERS - storedHeaders.length
  const isOpen = storedHeaders.length + headers.length > 0 || hasMoreRows === true
  const content = html`<p class="soft">${TEXTS.headersMean}</p>
${storedHeaders.map(storedHeader)}
${rows(HEADERS, headers, free, hasMoreRows)}
${moreButton('headers', action)}`
  return section('headers', TEXTS.headers, isOpen, content)
}

/** Keys and values for the person's own use. */
export function metadataFields({ draft, hasMoreRows }: Opened, action: string): Html {
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
