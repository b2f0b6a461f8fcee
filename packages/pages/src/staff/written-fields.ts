import { PROJECT_FIELDS } from '@mediajobs/domain'
import { type Html, html, nothing } from '../html.ts'
import { field } from './change-form.ts'
import { WRITTEN_FIELDS } from './texts.ts'

// Free-text fields of a project: inputs in a booking, facts on its page.

type WrittenField = keyof typeof WRITTEN_FIELDS

export const WRITTEN_NAMES = Object.keys(WRITTEN_FIELDS) as WrittenField[]

/** Inputs, or text areas for fields that allow several lines. */
export function writtenFields(values: Readonly<Record<WrittenField, string>>): Html {
  return html`${WRITTEN_NAMES.map((name) => {
    const { format, maxLength } = PROJECT_FIELDS[name].type.sent
    const [label, value] = [WRITTEN_FIELDS[name], values[name]]
    return format === 'one-line'
      ? field({ name, label, value, maxLength: Number(maxLength) })
      : html`<p class="field"><label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="5" maxlength="${Number(maxLength)}">${value}</textarea></p>`
  })}`
}

/** The entered values, for the body of a create. */
export function writtenIn(values: Readonly<Record<WrittenField, string>>) {
  return Object.fromEntries(WRITTEN_NAMES.map((name) => [name, values[name] || null]))
}

/** Those that a project has, as rows of a fact list. */
export function writtenFacts(project: Readonly<Record<WrittenField, string | null>>): Html {
  return html`${WRITTEN_NAMES.map((name) =>
    project[name]
      ? html`<dt>${WRITTEN_FIELDS[name]}</dt><dd dir="auto" class="lines">${project[name]}</dd>`
      : nothing,
  )}`
}
