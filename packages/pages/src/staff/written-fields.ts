import { PROJECT_FIELDS } from '@mediajobs/domain'
import { type Html, html } from '../html.ts'
import { field } from './change-form.ts'
import type { Fact } from './parts.ts'
import { WRITTEN_FIELDS } from './texts.ts'

// Free-text fields of a project: inputs in a booking, facts on its page.

type WrittenField = keyof typeof WRITTEN_FIELDS

export const WRITTEN_NAMES = Object.keys(WRITTEN_FIELDS) as WrittenField[]

/** Inputs, or text areas for fields that allow several lines. */
export function writtenFields(values: Readonly<Record<WrittenField, string>>): Html {
  return html`${WRITTEN_NAMES.map((name) => {
    const { format, maxLength } = PROJECT_FIELDS[name].type.sent
    const rows = format === 'one-line' ? {} : { rows: 5 }
    const [label, value] = [WRITTEN_FIELDS[name], values[name]]
    return field({ name, label, value, maxLength: Number(maxLength), ...rows })
  })}`
}

/** The entered values, for the body of a create. */
export function writtenIn(values: Readonly<Record<WrittenField, string>>) {
  return Object.fromEntries(WRITTEN_NAMES.map((name) => [name, values[name] || null]))
}

/** Those that a project has. */
export function writtenFacts(project: Readonly<Record<WrittenField, string | null>>): Fact[] {
  return WRITTEN_NAMES.map((name) => [WRITTEN_FIELDS[name], project[name]])
}
