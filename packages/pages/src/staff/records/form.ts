import type { Form } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { type RecordField, textIn, textOf } from './field.ts'

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
    // A browser drops the first line end of a text area.
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
