import { MAX_SEARCH_LENGTH, type ProjectStatus } from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../html.ts'
import { icon } from '../icons.ts'
import { changeForm } from './change-form.ts'
import type { Staff } from './staff.ts'
import { PREVIEW, STATUS_NAMES } from './texts.ts'

// Shared page parts.

/** A label and its value. Rows without a value are omitted. */
export type Fact = readonly [label: string, value: Html | string | null | undefined]

/** A list of facts. @param hasLines whether a text may have several lines */
export function facts(rows: readonly Fact[], hasLines = false): Html {
  const lines = hasLines ? html` class="lines"` : nothing
  const say = (value: Html | string) =>
    // `html` returns an object.
    typeof value === 'string' ? html`<dd dir="auto"${lines}>${value}</dd>` : html`<dd>${value}</dd>`
  return html`<dl class="facts">${rows.map(([label, value]) => (value ? html`<dt>${label}</dt>${say(value)}` : nothing))}</dl>`
}

export function section(id: string, title: string, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>`
}

/** A menu that opens without JavaScript. */
export function menu(label: string, content: Html, isOpen = false): Html {
  return html`<details class="menu"${isOpen ? html` open` : nothing}><summary>${label}…</summary><div>${content}</div></details>`
}

interface Question extends Omit<Parameters<typeof changeForm>[0], 'content'> {
  /** Label of the menu and the button. */
  label: string
  question: string
  /** Additional fields. */
  fields?: Html
  isHarmless?: boolean
  isOpen?: boolean
}

/** A button with a confirmation: opens a menu that explains it. */
export function confirmButton(asked: Question): Html {
  const { label, question, fields, isHarmless, isOpen, ...form } = asked
  const name = isHarmless ? nothing : html` class="danger"`
  const content = html`${fields ?? nothing}<button${name}>${label}</button>`
  return menu(label, html`<p>${question}</p>${changeForm({ ...form, content })}`, isOpen)
}

/** A control, if the role may call its operation. */
export function ifMay(staff: Pick<Staff, 'may'>, operationId: string, control: () => Html): Html {
  return staff.may(operationId) ? control() : nothing
}

/** A page's main action as a link, if the role may call its operation. */
export function actionLink(
  staff: Pick<Staff, 'may'>,
  operationId: string,
  url: string,
  text: string,
): Html {
  return ifMay(staff, operationId, () => html`<a class="go" href="${url}">${text}</a>`)
}

/** A status in its color, the same on every staff page. */
export function statusBadge(status: ProjectStatus): Html {
  return html`<b class="status ${status}">${STATUS_NAMES[status]}</b>`
}

/** A search field with its button inside. */
export function searchBox(words: string, { label, hint }: { label: string; hint: string }): Html {
  return html`<p class="search"><button aria-label="${label}">${icon('search')}</button><input id="q" name="q" type="search" value="${words}" dir="auto" aria-label="${label}" maxlength="${MAX_SEARCH_LENGTH}" placeholder="${hint}"></p>`
}

/** Hues for telling people apart: the classes `h0` to `h7`. */
const HUES = 8

/** A person's hue, derived from the id, so it's the same on every page. */
export function hueOf(id: string): number {
  return Number.parseInt(id.slice(-2), 16) % HUES || 0
}

/** Initials of the first and last word: `HL` for Harbor Light. */
export function initials(name: string, hue = ''): Html {
  const letters = [...name.matchAll(/(?<![^\s])[\p{L}\p{N}]/gu)].map(([letter]) => letter)
  const shown = [letters[0] ?? '', letters.length > 1 ? letters.at(-1) : ''].join('')
  return html`<span class="initials${hue}" aria-hidden="true">${shown.toUpperCase()}</span>`
}

/** Initials in the person's hue. */
export function initialsOf({ id, name }: { id: string; name: string }): Html {
  return initials(name, ` h${hueOf(id)}`)
}

/** A person's initials in their hue. The name is in the tooltip and for screen readers. */
export function avatar(person: { id: string; name: string }): Html {
  const { name } = person
  return html`<span class="who" title="${name}">${initialsOf(person)}<span class="hidden" dir="auto">${name}</span></span>`
}

/** A page in a frame as wide as a phone or a desktop. It follows the form with {@link updateButton}. */
export function previewFrame(url: string, title: string): Html {
  const width = (value: keyof typeof PREVIEW.widths, isChosen: boolean) =>
    html`<label class="box"><input${attributes({ type: 'radio', name: 'width', value, checked: isChosen, autocomplete: 'off' })}><span>${PREVIEW.widths[value]}</span></label>`
  return html`<fieldset class="widths"><legend class="hidden">${PREVIEW.width}</legend>${width('phone', true)}${width('desktop', false)}</fieldset>
<div class="frames"><iframe class="frame" name="preview" src="${url}" title="${title}" loading="lazy"></iframe></div>`
}

/** Shows the form's values in the frame. The module presses it as the person types. */
export function updateButton(url: string): Html {
  return html`<button id="update" name="preview" value="yes" formaction="${url}" formtarget="preview" formnovalidate>${PREVIEW.update}</button>`
}
