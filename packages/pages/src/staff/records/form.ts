import type { Form } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { changeForm } from '../change-form.ts'
import { one, type Query } from '../own-address.ts'
import type { Notice } from '../send-staff-page.ts'

export const TEXTS = {
  yes: 'Yes',
  no: 'No',
  empty: 'Nothing',
  marked: 'Nothing was saved. Fix the marked fields and try again.',
  same: 'Nothing changed.',
  notNumber: 'Enter a number, like 20 or 12.5.',
  notWhole: 'Enter a whole number.',
  decimals: (count: number) =>
    count === 0
      ? 'This currency has no decimals.'
      : `Write an amount with at most ${count} decimals.`,
  currencyFirst: 'Choose a currency.',
  badTime: 'Enter a valid date and time.',
  more: 'More',
  first: 'Back to start',
} as const

type Choices = readonly (readonly [value: string, label: string])[]

type Control =
  | {
      kind: 'line'
      type?: 'email' | 'tel' | 'url' | 'datetime-local'
      maxLength?: number
      autocomplete?: string
      inputMode?: 'numeric' | 'decimal'
    }
  | { kind: 'lines'; maxLength: number; rows: number }
  | { kind: 'choice'; choices: Choices }
  | { kind: 'check' }
  | { kind: 'checks'; choices: Choices }

/** Input that can't be sent to the API. The message is shown. */
export class BadText extends Error {}

/** A field of a record, edited as text; empty means no value. */
export interface RecordField {
  /** Its name in the API. */
  name: string
  label: string
  /** A rule or example below the label. */
  hint?: string
  isRequired?: boolean
  control: Control
  /** Formats an API value. Default: as is. */
  toText?: (value: unknown, record: Readonly<Record<string, unknown>>) => string
  /**
   * Parses a non-empty text. Default: as is.
   *
   * @throws {BadText}
   */
  toValue?: (text: string, textOf: (name: string) => string) => unknown
  /** A field that this one depends on: when it changes, both are sent. */
  dependsOn?: string
  /** The value of empty text. Default: `null`. */
  emptyValue?: unknown
}

const CHECKED = 'yes'

/** A checkbox for a boolean. */
export function checkField(field: Omit<RecordField, 'control'>): RecordField {
  return {
    ...field,
    control: { kind: 'check' },
    toText: (value) => (value === true ? CHECKED : ''),
    toValue: () => true,
    emptyValue: false,
  }
}

/** The submitted text of a field. Lists are comma-joined: no choice contains one. */
export function textIn(form: Form, { name, control }: RecordField): string {
  if (control.kind === 'checks') return form.texts(name).join(',')
  return trimmed(control, form.text(name))
}

/** The original text of a form field. */
export function textBefore(form: Form, { name, control }: RecordField): string {
  return trimmed(control, form.text(`was-${name}`))
}

// Whitespace in multi-line texts is kept.
function trimmed({ kind }: Control, text = ''): string {
  return kind === 'lines' && text.trim() !== '' ? text : text.trim()
}

/** The initial text of a field. */
export function textOf(field: RecordField, record: Readonly<Record<string, unknown>>): string {
  const value = record[field.name]
  if (field.toText) return field.toText(value, record)
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Describes a field value, for comparison. */
export function describe({ control }: RecordField, text: string): string {
  if (control.kind === 'check') return text === '' ? TEXTS.no : TEXTS.yes
  const choices = 'choices' in control ? new Map(control.choices) : undefined
  if (text === '') return choices?.get('') ?? TEXTS.empty
  if (!choices) return text
  const values = control.kind === 'checks' ? text.split(',') : [text]
  return values.map((value) => choices.get(value) ?? value).join(', ')
}

/** What is wrong with a form that was sent. */
export interface Problems {
  /** For the head of the page. */
  head: readonly string[]
  /** By the name of the field. */
  fields: ReadonlyMap<string, string>
  /** What the person wrote. */
  sent: Form
}

interface RecordForm {
  action: string
  fields: readonly RecordField[]
  /** What the form begins with. */
  record: Readonly<Record<string, unknown>>
  /** Of the record; a form without it makes a new one. */
  etag?: string
  problems?: Problems | undefined
  submit: string
  /** Default: one field below the other, in a narrow column. */
  class?: string
  /** Further buttons. */
  buttons?: Html
}

/**
 * A form for the fields of a record. It also sends what each field was, so that only those are saved that the
 * person changed.
 */
export function recordForm({ action, fields, record, etag, problems, ...rest }: RecordForm): Html {
  const isNew = etag === undefined
  return changeForm({
    action,
    class: rest.class ?? 'narrow',
    // A form that was refused keeps the state that the person saw.
    ...(isNew ? { isOnce: true } : { etag: problems?.sent.text('if-match') ?? etag }),
    content: html`${fields.map((field) => {
      const was = problems?.sent.text(`was-${field.name}`) ?? textOf(field, record)
      const text = problems ? textIn(problems.sent, field) : was
      return html`${isNew ? nothing : html`<input type="hidden" name="was-${field.name}" value="${was}">`}
${fieldOf(field, text, problems?.fields.get(field.name))}`
    })}
<div class="actions"><button class="go">${rest.submit}</button>${rest.buttons ?? nothing}</div>`,
  })
}

function fieldOf(field: RecordField, text: string, problem: string | undefined): Html {
  const { name, label, hint, control } = field
  const below = html`${hint ? html`<span class="soft" id="${name}-hint">${hint}</span>` : nothing}
${problem ? html`<span class="alarm" id="${name}-problem">${problem}</span>` : nothing}`
  const ids = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean)
  const described = html`${ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : nothing}${problem ? html` aria-invalid="true"` : nothing}`
  if (control.kind === 'check') {
    return html`<p class="field check"><label><input type="checkbox" name="${name}" value="yes"${text === '' ? nothing : html` checked`}${described}> ${label}</label>${below}</p>`
  }
  if (control.kind === 'checks') {
    const chosen = text.split(',')
    return html`<fieldset class="field"${described}><legend>${label}</legend>${below}
${control.choices.map(
  ([value, each]) =>
    html`<label class="box"><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) ? html` checked` : nothing}> ${each}</label>`,
)}</fieldset>`
  }
  return html`<p class="field"><label for="${name}">${label}</label>${below}
${controlOf(field, text, described)}</p>`
}

function controlOf({ name, isRequired, control }: RecordField, text: string, more: Html): Html {
  const attributes = html`id="${name}" name="${name}"${isRequired ? html` required` : nothing}${more}`
  if (control.kind === 'lines') {
    // Browsers drop the first newline of a textarea.
    return html`<textarea ${attributes} rows="${control.rows}" maxlength="${control.maxLength}" dir="auto">
${text}</textarea>`
  }
  if (control.kind === 'choice') {
    const { choices } = control
    const isListed = choices.some(([value]) => value === text)
    return html`<select ${attributes}>${isListed ? nothing : html`<option value="${text}" selected>${text}</option>`}${choices.map(
      ([value, label]) =>
        html`<option value="${value}"${value === text ? html` selected` : nothing}>${label}</option>`,
    )}</select>`
  }
  if (control.kind !== 'line') return nothing
  const { type = 'text', maxLength, autocomplete = 'off', inputMode } = control
  return html`<input ${attributes} type="${type}" value="${text}" autocomplete="${autocomplete}"${maxLength === undefined ? nothing : html` maxlength="${maxLength}"`}${inputMode ? html` inputmode="${inputMode}"` : nothing}${type === 'text' ? html` dir="auto"` : nothing}>`
}

/** The named parameters that are present. */
export function kept(query: Query, names: readonly string[]): URLSearchParams {
  const found = names.flatMap((name): [string, string][] => {
    const value = one(query, name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(found)
}

/** Links to the next page of a list and to its start. `query` has the filters. */
export function pageLinks(
  here: string,
  query: URLSearchParams,
  { cursor, nextCursor }: { cursor: string | undefined; nextCursor: string | null },
): Html {
  if (cursor === undefined && nextCursor === null) return nothing
  const next = nextCursor && new URLSearchParams([...query, ['cursor', nextCursor]])
  return html`<p class="actions">${cursor === undefined ? nothing : html`<a class="button" href="${here}?${query}">${TEXTS.first}</a>`}
${next ? html`<a class="button" href="${here}?${next}">${TEXTS.more}</a>` : nothing}</p>`
}

/** The notice above a refused form. */
export function problemNotice(problems: Problems | undefined): Notice | undefined {
  if (!problems) return undefined
  const { head } = problems
  return {
    kind: 'problem',
    text: head.length > 0 ? messageOf({ message: [...head] }) : TEXTS.marked,
  }
}

/** The notice after a form, from `done` in the URL. */
export function doneNotice(query: Query, texts: Readonly<Record<string, string>>) {
  const done = one(query, 'done')
  if (done === undefined) return undefined
  const text = done === 'same' ? TEXTS.same : Object.hasOwn(texts, done) ? texts[done] : undefined
  return text === undefined ? undefined : ({ kind: 'done', text } as const)
}
