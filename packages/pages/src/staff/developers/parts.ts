import { type Html, html, nothing } from '../../html.ts'
import type { Staff } from '../staff.ts'
import { DEVELOPERS } from './texts.ts'

/** A label and what it says. A row without a value is left out. */
export type Fact = readonly [label: string, value: Html | string | null | undefined]

export function facts(rows: readonly Fact[]): Html {
  return html`<dl class="facts">${rows.map(([label, value]) =>
    value ? html`<dt>${label}</dt><dd dir="auto">${value}</dd>` : nothing,
  )}</dl>`
}

/** A choice of a form; the first one chooses nothing. */
export function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string | null,
): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(([value, text]) => {
    const isChosen = value === (chosen ?? '')
    return html`<option value="${value}"${isChosen ? html` selected` : nothing}>${text}</option>`
  })}</select></p>`
}

/** A field of a day and a time. */
export function timeField(name: string, label: string, value: string, id = name): Html {
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="datetime-local" value="${value}"></p>`
}

interface Copyable {
  id: string
  label: string
  text: string
  /** Whether a heading above it says the same as the label. */
  isTitled?: boolean
  /** The text of the button. */
  button?: string
}

/** A text of several lines that a button copies. */
export function copyable({ id, label, text, isTitled, button }: Copyable): Html {
  const lines = Math.min(text.split('\n').length + 1, MOST_LINES)
  return html`<div class="copyable"><label for="${id}"${isTitled ? html` class="hidden"` : nothing}>${label}</label>
<textarea id="${id}" readonly rows="${lines}" spellcheck="false" dir="ltr">
${text}</textarea>
<div class="actions"><button type="button" data-copy="${id}" data-copied="${DEVELOPERS.copied}" data-selected="${DEVELOPERS.selected}" hidden>${button ?? DEVELOPERS.copy}</button> <span role="status"></span></div></div>`
}

const MOST_LINES = 16

/** A menu that opens without JavaScript. */
export function menu(label: string, content: Html, isOpen = false): Html {
  return html`<details class="menu"${isOpen ? html` open` : nothing}><summary>${label}…</summary><div>${content}</div></details>`
}

export function hidden(fields: Iterable<readonly [string, string]>): Html {
  return html`${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

/** A control, for a role that may call its operation. */
export function ifMay(staff: Pick<Staff, 'may'>, operationId: string, control: () => Html): Html {
  return staff.may(operationId) ? control() : nothing
}

/** Choices of which a person can make several. */
export function checkboxes(
  name: string,
  legend: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: readonly string[],
): Html {
  return html`<fieldset class="choices"><legend>${legend}</legend>${options.map(
    ([value, text]) =>
      html`<label><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) ? html` checked` : nothing}><span><code>${value}</code> ${text}</span></label>`,
  )}</fieldset>`
}
