import { messageOf } from '../../for-people.ts'
import type { Form } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import {
  type Column,
  changeForm,
  checkbox,
  checkboxes,
  type Field,
  field,
  hidden,
  inputRows,
} from '../change-form.ts'
import { problem } from '../list.ts'
import type { Section } from '../navigation.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { COMMON } from '../texts.ts'

export const TEXTS = {
  yes: 'Yes',
  no: 'No',
  empty: 'Nothing',
  notNumber: 'Enter a number, like 20 or 12.5.',
  notWhole: 'Enter a whole number.',
  decimals: (count: number) =>
    count === 0
      ? 'This currency has no decimals.'
      : `Enter an amount with at most ${count} decimals.`,
  currencyFirst: 'Choose a currency.',
  moreRows: 'More rows',
} as const

/** Input that can't be sent to the API. The message is shown. */
export class BadText extends Error {}

type Values = Readonly<Record<string, unknown>>

/** A record's field, edited as text; empty means no value. Named by its path in the API: `travelZones[0].name`. */
export interface RecordField extends Omit<Field, 'value' | 'problem' | 'id'> {
  /** A checkbox, a checkbox per choice, or rows of inputs. */
  kind?: 'check' | 'checks' | 'rows'
  /** For `rows`. */
  columns?: readonly Column[]
  maxRows?: number
  /** Formats an API value. Default: as is. */
  toText?: (value: unknown, record: Values) => string
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
  /** Describes a non-empty text, for comparison. Default: as is. */
  inWords?: (text: string) => string
  /** Renders the control. Default: by kind. */
  draw?: (text: string, problem: string | undefined) => Html
  /** Reads the value of a control with several inputs. */
  read?: (form: Form) => string
}

/** The submitted text of a field. Checked choices are joined by commas, which none of them contains. */
export function textIn(form: Form, each: RecordField): string {
  if (each.read) return each.read(form)
  if (each.kind === 'checks') return form.texts(each.name).join(',')
  if (each.kind === 'rows') return rowsIn(form, each)
  return trimmed(each, form.text(each.name))
}

/** The submitted values, and the problems of invalid ones, by field. @param isSent which fields; default: all */
export function sentValues(
  form: Form,
  fields: readonly RecordField[],
  isSent: (field: RecordField) => boolean = () => true,
) {
  const texts = new Map(fields.map((each) => [each.name, textIn(form, each)]))
  const textOfName = (name: string) => texts.get(name) ?? ''
  const values: Record<string, unknown> = {}
  const problems = new Map<string, string>()
  for (const { name, toValue = (each: string) => each, emptyValue = null } of fields.filter(
    isSent,
  )) {
    const text = textOfName(name)
    try {
      values[name] = text === '' ? emptyValue : toValue(text, textOfName)
    } catch (error) {
      if (!(error instanceof BadText)) throw error
      problems.set(name, error.message)
    }
  }
  return { values, problems }
}

const CELL = '|'
// Single-line inputs never contain a line feed.
const ROW = '\n'

/** Rows as one text, unaffected by trimming. Drops empty rows. */
export function joinRows(rows: readonly (readonly string[])[]): string {
  const clean = (cell: string) => cell.replaceAll(/[|\n]/g, ' ').trim()
  return rows
    .map((row) => row.map(clean))
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => row.join(CELL))
    .join(ROW)
}

export function splitRows(text: string): string[][] {
  return text === '' ? [] : text.split(ROW).map((row) => row.split(CELL))
}

/** `100 · 250, 200 · 400` */
export function rowsInWords(text: string, separator: string): string {
  return splitRows(text)
    .map((cells) => cells.filter(Boolean).join(' · '))
    .join(separator)
}

/** Reads one row more than allowed, so the API refuses the excess. */
function rowsIn(form: Form, { name, columns = [], maxRows = 0 }: RecordField): string {
  const cells = columns.map((column) => form.texts(`${name}-${column.name}`))
  const length = Math.min(Math.max(0, ...cells.map((each) => each.length)), maxRows + 1)
  return joinRows(Array.from({ length }, (_, i) => cells.map((each) => each[i] ?? '')))
}

/** The original text of a form field. */
export function textBefore(form: Form, each: RecordField): string {
  return trimmed(each, form.text(`was-${each.name}`))
}

// Whitespace in multi-line texts is kept.
function trimmed({ rows }: RecordField, text = ''): string {
  return rows !== undefined && text.trim() !== '' ? text : text.trim()
}

/** The value at a path of the API; `undefined` if missing. */
export function valueAt(record: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter(Boolean)
  return steps.reduce((value, step) => (value as Values | null | undefined)?.[step], record)
}

/** The changed fields below a path, such as `facts.`, without it. */
export function changedBelow(path: string, changed: Values): Values {
  const entries = Object.entries(changed).filter(([name]) => name.startsWith(path))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(path.length), value]))
}

/** The initial text of a field. */
export function textOf(each: RecordField, record: Values): string {
  const value = valueAt(record, each.name)
  if (each.toText) return each.toText(value, record)
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Describes a field value, for comparison. */
export function describe({ kind, choices, inWords }: RecordField, text: string): string {
  if (kind === 'check') return text === '' ? TEXTS.no : TEXTS.yes
  const names = new Map(choices)
  if (text === '') return names.get('') ?? TEXTS.empty
  if (inWords) return inWords(text)
  if (kind === 'rows') return rowsInWords(text, ', ')
  const values = kind === 'checks' ? text.split(',') : [text]
  return values.map((value) => names.get(value) ?? value).join(', ')
}

/** The problems of a submitted form. */
export interface Problems {
  /** Shown at the top of the page. */
  head: readonly string[]
  /** By field name. */
  fields: ReadonlyMap<string, string>
  /** The submitted input. */
  sent: Form
}

/** Content next to the record on its page. */
export interface Shown {
  /** Problems of its refused form. */
  problems?: Problems
  notice?: Notice
}

interface RecordForm {
  action: string
  fields: readonly RecordField[]
  /** Initial values. */
  record: Values
  /** The record's ETag; absent for a new record. */
  etag?: string
  problems?: Problems | undefined
  submit: string
  /** Default: a narrow column. */
  class?: string
  /** Further buttons. */
  buttons?: Html
}

/** A form for a record's fields. Also sends their original values, so only changed fields are saved. */
export function recordForm({ action, fields, record, etag, problems, ...rest }: RecordForm): Html {
  const isNew = etag === undefined
  return changeForm({
    action,
    class: rest.class ?? 'narrow',
    // A refused form keeps the version the person saw.
    ...(isNew ? { isOnce: true } : { etag: problems?.sent.text('if-match') ?? etag }),
    content: html`${recordFields({ fields, record, isNew, problems })}
<div class="actions"><button class="go">${rest.submit}</button>${rest.buttons ?? nothing}</div>`,
  })
}

interface RecordFields extends Pick<RecordForm, 'fields' | 'record' | 'problems'> {
  isNew: boolean
}

/** A {@link recordForm}'s fields, for pages with their own layout. */
export function recordFields({ fields, record, isNew, problems }: RecordFields): Html {
  const [marked] = problems?.fields.keys() ?? []
  return html`${fields.map((each) => {
    const was = problems?.sent.text(`was-${each.name}`) ?? textOf(each, record)
    const text = problems ? textIn(problems.sent, each) : was
    return html`${isNew ? nothing : hidden({ [`was-${each.name}`]: was })}
${controlOf(each, text, problems?.fields.get(each.name), each.name === marked)}`
  })}`
}

/** @param hasFocus whether it's the first marked field, which may be far below the notice */
function controlOf(
  each: RecordField,
  text: string,
  found: string | undefined,
  hasFocus: boolean,
): Html {
  const { kind, choices = [], columns = [], maxRows = 0, more, draw } = each
  if (draw) return draw(text, found)
  if (kind === 'rows') {
    const { name, label, hint } = each
    const notes = { hint, problem: found }
    const rows = splitRows(text)
    return inputRows({ name, label, columns, rows, maxRows, more: TEXTS.moreRows, ...notes })
  }
  if (kind === 'check') return checkbox({ ...each, isChecked: text !== '', problem: found })
  if (kind) return checkboxes({ ...each, choices, chosen: text.split(','), problem: found })
  const withMore = {
    ...each,
    more: { autocomplete: 'off', ...more, ...(hasFocus && { autofocus: true }) },
  }
  return field({ ...withMore, value: text, problem: found })
}

interface NewPage extends Pick<RecordForm, 'fields' | 'problems'> {
  /** Title of the page and its button. */
  title: string
  section: Section
  /** The list's URL and link text. */
  list: string
  back: string
  above?: Html
  /** Proposed values. */
  record?: Values
}

/** The form page for a new record. */
export function sendNewPage(
  visit: StaffVisit,
  { title, section, list, back, above = nothing, fields, problems, record = {} }: NewPage,
) {
  return sendStaffPage(visit, {
    title,
    section,
    notice: problemNotice(problems),
    body: html`<p><a href="${list}">${back}</a></p>
${above}
${recordForm({ action: `${list}/new`, fields, record, problems, submit: title })}`,
  })
}

/** The notice above a refused form. */
export function problemNotice(problems: Problems | undefined): Notice | undefined {
  if (!problems) return undefined
  const { head } = problems
  return problem(head.length > 0 ? messageOf({ message: [...head] }) : COMMON.marked)
}
