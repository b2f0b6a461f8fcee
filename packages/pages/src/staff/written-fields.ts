import { PROJECT_FIELDS } from '@mediajobs/domain'
import { type Html, html } from '../html.ts'
import { type Field, field } from './change-form.ts'
import { WRITTEN_FIELDS } from './texts.ts'

// Free-text fields of a project: inputs in a booking, facts on its page.

export type WrittenField = keyof typeof WRITTEN_FIELDS

export const WRITTEN_NAMES = Object.keys(WRITTEN_FIELDS) as WrittenField[]

/** An input, or a text area for a field that allows several lines. */
export function writtenField(name: WrittenField): Field {
  const { format, maxLength } = PROJECT_FIELDS[name].type.sent
  const rows = format === undefined ? { rows: 5 } : {}
  return { name, label: WRITTEN_FIELDS[name], maxLength: Number(maxLength), ...rows }
}

export function writtenFields(values: Readonly<Record<WrittenField, string>>): Html {
  return html`${WRITTEN_NAMES.map((name) => field({ ...writtenField(name), value: values[name] }))}`
}

/** The entered values, as fields of a create request. */
export function writtenIn(values: Readonly<Record<WrittenField, string>>) {
  return Object.fromEntries(WRITTEN_NAMES.map((name) => [name, values[name] || null]))
}
