import type { Form } from '../../forms.ts'
import { TEXTS } from './texts.ts'

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

/** What a person wrote that no call of the API can have. Its message is for the person. */
export class BadText extends Error {}

/** A field of a record. A form has it as a text; an empty text is no value. */
export interface RecordField {
  /** Its name in the API. */
  name: string
  label: string
  /** A rule or an example, below the label. */
  hint?: string
  isRequired?: boolean
  control: Control
  /** The text of a value of the API. Default: the value itself. */
  toText?: (value: unknown, record: Readonly<Record<string, unknown>>) => string
  /**
   * The value of a text that is not empty. Default: the text itself.
   *
   * @throws {BadText}
   */
  toValue?: (text: string, textOf: (name: string) => string) => unknown
  /** Another field that decides what the text means. When it changes, this one is sent too. */
  dependsOn?: string
  /** The value of an empty text. Default: `null`. */
  emptyValue?: unknown
}

const CHECKED = 'yes'

/** A box to check: a boolean of the API. */
export function checkField(field: Omit<RecordField, 'control'>): RecordField {
  return {
    ...field,
    control: { kind: 'check' },
    toText: (value) => (value === true ? CHECKED : ''),
    toValue: () => true,
    emptyValue: false,
  }
}

/** The text that a form has for a field. Lists are joined by commas, which no choice contains. */
export function textIn(form: Form, { name, control }: RecordField): string {
  if (control.kind === 'checks') return form.texts(name).join(',')
  return trimmed(control, form.text(name))
}

/** The text that a field of a form had before the person changed it. */
export function textBefore(form: Form, { name, control }: RecordField): string {
  return trimmed(control, form.text(`was-${name}`))
}

// Spaces and line ends in a longer text are the person's.
function trimmed({ kind }: Control, text = ''): string {
  return kind === 'lines' && text.trim() !== '' ? text : text.trim()
}

/** The text that a form begins with for a record. */
export function textOf(field: RecordField, record: Readonly<Record<string, unknown>>): string {
  const value = record[field.name]
  if (field.toText) return field.toText(value, record)
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** A text in words, to compare it with another one. */
export function describe({ control }: RecordField, text: string): string {
  if (control.kind === 'check') return text === '' ? TEXTS.no : TEXTS.yes
  const choices = 'choices' in control ? new Map(control.choices) : undefined
  if (text === '') return choices?.get('') ?? TEXTS.empty
  if (!choices) return text
  const values = control.kind === 'checks' ? text.split(',') : [text]
  return values.map((value) => choices.get(value) ?? value).join(', ')
}
