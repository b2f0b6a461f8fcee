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

/** A field of a day and a time. */
export function timeInput(name: string, label: string, value: string, id = name): Html {
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

/** A checkbox group. */
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

/** Says which keys the module of the page knows, and lets a person switch them off. Hidden without the module. */
export function shortcuts(): Html {
  const { text, on, off } = DEVELOPERS.keys
  return html`<p class="soft shortcuts" data-shortcuts hidden>${text} <button type="button" data-on="${on}" data-off="${off}">${off}</button></p>`
}

/** What stands in place of a secret; sent as the value of a header, it means the stored one. docs/contract.md#c16-headers */
export const HIDDEN = '********'

/** Hides the delivery tokens of a payload in texts: also in what a receiver said, which may repeat it. */
export interface Mask {
  /** Whether the payload has a token. */
  hasTokens: boolean
  hide(text: string): string
}

/** @param data of an event */
export function maskOf(data: unknown): Mask {
  const tokens = [...new Set(tokensIn(data))]
  return {
    hasTokens: tokens.length > 0,
    hide: (text) => tokens.reduce((hidden, token) => hidden.replaceAll(token, HIDDEN), text),
  }
}

export const NO_MASK: Mask = { hasTokens: true, hide: (text) => text }

function tokensIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each !== 'string') return tokensIn(each)
    if (name === 'deliveryToken') return [each]
    return name === 'deliveryUrl' ? [each.slice(each.lastIndexOf('/') + 1)] : []
  })
}

interface ShownPayload {
  mask: Pick<Mask, 'hide'>
  hasTokens: boolean
  isShown: boolean
  /** The address of the page with the tokens, or without them. */
  toggle: string
}

/** The data of an event as JSON. Its tokens are hidden until a person asks for them. */
export function payloadOf(
  payload: unknown,
  { mask, hasTokens, isShown, toggle }: ShownPayload,
): Html {
  const texts = DEVELOPERS.tokens
  const tokens = hasTokens
    ? html`<p class="soft">${isShown ? nothing : texts.hidden} <a href="${toggle}">${isShown ? texts.hide : texts.show}</a></p>`
    : nothing
  const json = payload === null ? undefined : mask.hide(JSON.stringify(payload, null, 2))
  return html`<h3>${DEVELOPERS.payload}</h3>
${json === undefined ? html`<p>${DEVELOPERS.noPayload}</p>` : html`${tokens}<pre tabindex="0" role="region" aria-label="${DEVELOPERS.payload}">${json}</pre>`}`
}
