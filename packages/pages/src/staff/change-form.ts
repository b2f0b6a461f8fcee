import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { formOf } from '../forms.ts'
import { attributes, type Html, html, nothing } from '../html.ts'
import type { StaffCall } from './staff.ts'
import { COPY } from './texts.ts'

interface ChangeForm {
  /** Relative to the page. */
  action: string
  /** The ETag of the shown record. Without it the last write wins. */
  etag?: string | undefined
  /** Adds an idempotency key. */
  isOnce?: boolean
  class?: string
  /** Sends a file. Its route accepts `multipart/form-data`. */
  hasFile?: boolean
  content: Html
}

/** A POST form. Its handler passes `changeOf(request)` to the call. */
export function changeForm({ action, etag, isOnce, hasFile, content, ...form }: ChangeForm): Html {
  const enctype = hasFile && 'multipart/form-data'
  return html`<form method="post" action="${action}"${attributes({ enctype, class: form.class })}>
${hidden({ 'if-match': etag, 'idempotency-key': isOnce ? randomUUID() : undefined })}
${content}</form>`
}

/** The ETag and idempotency key of a {@link changeForm}. */
export function changeOf(request: FastifyRequest): Pick<StaffCall, 'ifMatch' | 'idempotencyKey'> {
  const form = formOf(request)
  return { ifMatch: form.text('if-match'), idempotencyKey: form.text('idempotency-key') }
}

/** Hidden fields, without undefined ones. */
export function hidden(
  fields: Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>,
): Html {
  const entries = Symbol.iterator in fields ? [...fields] : Object.entries(fields)
  return html`${entries.map(([name, value]) => (value === undefined ? nothing : html`<input type="hidden" name="${name}" value="${value}">`))}`
}

/** Options, for a select or checkboxes. */
export type Choices = readonly (readonly [value: string, text: string])[]

export interface Field {
  name: string
  label: string
  type?:
    | 'date'
    | 'datetime-local'
    | 'email'
    | 'number'
    | 'password'
    | 'search'
    | 'tel'
    | 'time'
    | 'url'
  value?: string | null | undefined
  /** A rule or example below the label. */
  hint?: string | undefined
  /** The value's error message. */
  problem?: string | undefined
  isRequired?: boolean
  maxLength?: number
  /** Makes it a text area. */
  rows?: number
  /** Makes it a select, which also offers an unlisted current value, even an empty one. */
  choices?: Choices
  /** Defaults to the name. */
  id?: string
  /** The control's other attributes. */
  more?: Parameters<typeof attributes>[0]
}

/** A labeled field: a line, a text area or a select. */
export function field(each: Field): Html {
  const { label, id = each.name, hint, problem } = each
  return html`<p class="field"><label for="${id}">${label}</label>${notesOf(id, { hint, problem })}
${controlOf(each, id)}</p>`
}

type Notes = Pick<Field, 'hint' | 'problem'>

function notesOf(id: string, { hint, problem }: Notes): Html {
  return html`${hint ? html`<span class="soft" id="${id}-hint">${hint}</span>` : nothing}${problem ? html`<span class="alarm" id="${id}-problem">${problem}</span>` : nothing}`
}

/** ARIA attributes that link a control or group to its notes. */
export function described(id: string, { hint, problem }: Notes) {
  const ids = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': problem ? 'true' : undefined }
}

function controlOf(each: Field, id: string): Html {
  const { name, type = 'text', value, isRequired, maxLength, rows, choices, more } = each
  const required = { required: isRequired, ...described(id, each) }
  if (choices) {
    const isListed = choices.some(([listed]) => listed === (value ?? ''))
    const options: Choices = isListed || value == null ? choices : [[value, value], ...choices]
    return html`<select${attributes({ id, name, ...required, ...more })}>${optionsOf(options, value)}</select>`
  }
  const text = { maxlength: maxLength, dir: type === 'text' && 'auto', ...more }
  if (rows === undefined) {
    return html`<input${attributes({ id, name, type, ...required, ...text, value })}>`
  }
  // Browsers drop the first newline of a textarea.
  return html`<textarea${attributes({ id, name, rows, ...required, ...text })}>${value?.startsWith('\n') ? '\n' : ''}${value}</textarea>`
}

/** The options of a select. `null` chooses the one with an empty value. */
export function optionsOf(choices: Choices, chosen: string | null | undefined): Html {
  return html`${choices.map(([value, text]) => html`<option${attributes({ value, selected: value === (chosen ?? '') })}>${text}</option>`)}`
}

interface Check extends Notes {
  name: string
  label: string
  isChecked: boolean
}

export function checkbox({ name, label, isChecked, ...notes }: Check): Html {
  const input = attributes({ name, value: 'yes', checked: isChecked, ...described(name, notes) })
  return html`<p class="field"><label class="box"><input type="checkbox"${input}><span>${label}</span></label>${notesOf(name, notes)}</p>`
}

interface Checks extends Notes {
  name: string
  label: string
  choices: readonly (readonly [value: string, text: string | Html])[]
  chosen: readonly string[]
  /** Below the boxes. */
  content?: Html
}

/** A group of checkboxes with one name. */
export function checkboxes({ name, label, choices, content, ...each }: Checks): Html {
  const { chosen: values, ...notes } = each
  const chosen = new Set(values)
  return html`<fieldset class="field"${attributes(described(name, notes))}><legend>${label}</legend>${notesOf(name, notes)}${choices.map(
    ([value, text]) =>
      html`<label class="box"><input type="checkbox"${attributes({ name, value, checked: chosen.has(value) })}><span dir="auto">${text}</span></label>`,
  )}${content ?? nothing}</fieldset>`
}

interface Rows extends Notes, RowInputs {
  label: string
}

interface RowInputs {
  name: string
  columns: readonly Column[]
  /** The text of each cell. */
  rows: readonly (readonly string[])[]
  maxRows: number
  /** Label of the collapsed empty rows. */
  more: string
}

export interface Column {
  /** Suffix of its inputs' names: `sizeTiers-upTo`. */
  name: string
  label: string
  maxLength?: number
  inputmode?: 'decimal' | 'numeric'
  /** Makes its inputs selects. */
  choices?: Choices
  /** Hidden, and sent unchanged. */
  isHidden?: boolean
}

/** Empty rows after the filled ones. */
const EMPTY_ROWS = 2
const LEAST_ROWS = 3
/** Columns that fit side by side on phones. */
const NARROW_COLUMNS = 3

/** A group of rows of inputs. */
export function inputRows({ name, label, hint, problem, ...each }: Rows): Html {
  const notes = { hint, problem }
  const isWide = each.columns.filter(({ isHidden }) => !isHidden).length > NARROW_COLUMNS
  return html`<fieldset class="field rows${isWide ? ' wide-rows' : ''}"${attributes(described(name, notes))}><legend>${label}</legend>${notesOf(name, notes)}
${rowInputs({ name, ...each })}</fieldset>`
}

/** A table of inputs with the maximum number of rows; most empty ones are collapsed. */
export function rowInputs({ name, columns, rows, maxRows, more }: RowInputs): Html {
  const shown = Math.max(LEAST_ROWS, rows.length + EMPTY_ROWS)
  const row = (i: number) =>
    html`<div class="row">${columns.map((column, at) => cell(column, `${name}-${column.name}`, i, rows[i]?.[at]))}</div>`
  const list = (from: number, to: number) =>
    html`${Array.from({ length: Math.max(0, to - from) }, (_, i) => row(from + i))}`
  const seen = columns.filter(({ isHidden }) => !isHidden)
  return html`<div class="row" aria-hidden="true">${seen.map((column) => html`<span class="soft">${column.label}</span>`)}</div>
${list(0, Math.min(shown, maxRows))}${shown < maxRows ? html`<details><summary>${more}</summary>${list(shown, maxRows)}</details>` : nothing}`
}

function cell(column: Column, name: string, i: number, value: string | undefined): Html {
  const { label, inputmode, maxLength, choices, isHidden } = column
  if (isHidden) return hidden([[name, value ?? '']])
  const named = { name, 'aria-label': `${label}, ${i + 1}` }
  if (choices) return html`<select${attributes(named)}>${optionsOf(choices, value)}</select>`
  return html`<input${attributes({ ...named, inputmode, maxlength: maxLength, autocomplete: 'off', dir: inputmode ? undefined : 'auto', placeholder: inputmode ? undefined : label, value })}>`
}

interface CopyButton {
  /** Id of the element with the text. */
  id: string
  text: string | Html
  /** Accessible name, for an icon without text. */
  label?: string
}

/** A button that copies an element's text, and its status. Enabled by the module browser/copy.ts. */
export function copyButton({ id, text, label }: CopyButton, more: Html = nothing): Html {
  const named = attributes({ class: label && 'copy', 'aria-label': label, title: label })
  return html`<button type="button"${named} data-copy="${id}" data-copied="${COPY.copied}" data-selected="${COPY.selected}" hidden>${text}</button>
${more} <span role="status"></span>`
}

interface CopyField extends Pick<Field, 'hint'> {
  id: string
  label: string
  value: string
  /** Whether a heading duplicates the label. */
  isTitled?: boolean
  /** Shown as code with this many lines. */
  rows?: number
  button?: string
  /** Next to the button. */
  more?: Html
}

/** A read-only field with a copy button. */
export function copyField({ id, label, value, hint, isTitled, rows, ...each }: CopyField): Html {
  const { button = COPY.copy, more = nothing } = each
  const control =
    rows === undefined
      ? html`<input id="${id}" readonly value="${value}"${attributes(described(id, { hint }))}>`
      : html`<textarea id="${id}" readonly rows="${rows}" spellcheck="false" dir="ltr">
${value}</textarea>`
  return html`<p class="field link"><label for="${id}"${isTitled ? html` class="hidden"` : nothing}>${label}</label>${notesOf(id, { hint })}
${control}</p>
<div class="actions">${copyButton({ id, text: button }, more)}</div>`
}
