import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { formOf } from '../forms.ts'
import { type Html, html, nothing } from '../html.ts'
import type { StaffCall } from './staff.ts'
import { COPY } from './texts.ts'

interface ChangeForm {
  /** Relative to the page. */
  action: string
  /** The ETag of the shown record. Without it the last write wins. */
  etag?: string
  /** Adds an idempotency key. */
  isOnce?: boolean
  class?: string
  /** Sends a file. Its route takes `multipart/form-data`. */
  hasFile?: boolean
  content: Html
}

/** A POST form. Its handler passes `changeOf(request)` to the call. */
export function changeForm({
  action,
  etag,
  isOnce,
  class: name,
  hasFile,
  content,
}: ChangeForm): Html {
  return html`<form method="post" action="${action}"${hasFile ? html` enctype="multipart/form-data"` : nothing}${name ? html` class="${name}"` : nothing}>
${etag === undefined ? nothing : html`<input type="hidden" name="if-match" value="${etag}">`}
${isOnce ? html`<input type="hidden" name="idempotency-key" value="${randomUUID()}">` : nothing}
${content}</form>`
}

/** The ETag and idempotency key of a {@link changeForm}. */
export function changeOf(request: FastifyRequest): Pick<StaffCall, 'ifMatch' | 'idempotencyKey'> {
  const form = formOf(request)
  return { ifMatch: form.text('if-match'), idempotencyKey: form.text('idempotency-key') }
}

interface Field {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'tel' | 'number'
  value?: string | undefined
  autocomplete?: string
  isRequired?: boolean
  /** A rule or example below the label. */
  hint?: string
  minLength?: number
  maxLength?: number
}

/** A labelled field of one line. */
export function field(each: Field): Html {
  const { name, label, type = 'text', value, autocomplete, hint, minLength, maxLength } = each
  const hintId = `${name}-hint`
  const attributes = [
    value === undefined ? nothing : html` value="${value}"`,
    autocomplete ? html` autocomplete="${autocomplete}"` : nothing,
    each.isRequired ? html` required` : nothing,
    hint ? html` aria-describedby="${hintId}"` : nothing,
    minLength === undefined ? nothing : html` minlength="${minLength}"`,
    maxLength === undefined ? nothing : html` maxlength="${maxLength}"`,
  ]
  return html`<p class="field"><label for="${name}">${label}</label>
${hint ? html`<span class="soft" id="${hintId}">${hint}</span>` : nothing}
<input id="${name}" name="${name}" type="${type}"${attributes}></p>`
}

/** A labelled select. `null` chooses the option with an empty value. */
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

interface CopyField {
  id: string
  label: string
  value: string
  /** Beside the button. */
  more?: Html
}

/** A text to copy. The button is shown by `copyButtons` of browser/copy.ts; without it the field is selected. */
export function copyField({ id, label, value, more = nothing }: CopyField): Html {
  return html`<p class="field link"><label for="${id}">${label}</label>
<input id="${id}" readonly value="${value}"></p>
<div class="actions"><button type="button" data-copy="${id}" data-copied="${COPY.copied}" data-selected="${COPY.selected}" hidden>${COPY.copy}</button>
${more} <span role="status" id="copied"></span></div>`
}
