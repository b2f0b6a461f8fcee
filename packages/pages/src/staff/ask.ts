import { html, nothing } from '../html.ts'
import { changeForm } from './change-form.ts'
import { sendStaffPage } from './send-staff-page.ts'
import type { StaffVisit } from './serve.ts'
import { CONFLICT } from './texts.ts'

/** A question about a form that was sent. */
export interface Question {
  title: string
  lead: string
  /** What there is to compare: a label and a text each. */
  values?: readonly (readonly [label: string, text: string])[]
  /** The button that sends the form again. */
  yes: string
  /** What the form also sends then. */
  fields?: Readonly<Record<string, string>>
  /** The state of the record that the person knows now. */
  etag: string | undefined
  /** The address to which a person leaves who does not send it again. */
  back: string
}

/** The question about a record that was changed in the meantime: what the person chose, and what it is now. */
export function conflictOf(
  wanted: string,
  now: string,
): Pick<Question, 'title' | 'lead' | 'values' | 'yes'> {
  return {
    title: CONFLICT.title,
    lead: CONFLICT.lead,
    values: [
      [CONFLICT.wanted, wanted],
      [CONFLICT.now, now],
    ],
    yes: CONFLICT.again,
  }
}

// The form has its own state and key: a repeat is another request.
const OWN_FIELDS = ['if-match', 'idempotency-key']

/** Asks whether a form is sent again, with everything that the person wrote in it. */
export function ask(
  { request, reply, staff }: StaffVisit,
  { title, lead, values = [], yes, ...question }: Question,
) {
  const { fields = {}, etag, back } = question
  const sent = request.body instanceof URLSearchParams ? [...request.body] : []
  const isKept = ([name]: [string, string]) => !OWN_FIELDS.includes(name) && !(name in fields)
  const again = [...sent.filter(isKept), ...Object.entries(fields)]
  return sendStaffPage(request, reply, staff, {
    title,
    body: html`<p role="alert" dir="auto">${lead}</p>
${values.length === 0 ? nothing : html`<dl class="facts">${values.map(([label, text]) => html`<dt>${label}</dt><dd dir="auto" class="lines">${text}</dd>`)}</dl>`}
<div class="actions">${changeForm({
      action: lastStep(request.url),
      isOnce: sent.some(([name]) => name === 'idempotency-key'),
      ...(etag !== undefined && { etag }),
      content: html`${again.map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}<button class="go">${yes}</button>`,
    })}
<a class="button" href="${back}">${CONFLICT.leave}</a></div>`,
  })
}

/** The form is sent to where it was sent before: the address of this page. */
function lastStep(url: string): string {
  return url.split('?')[0]?.split('/').at(-1) ?? ''
}
