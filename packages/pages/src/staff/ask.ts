import { html, nothing } from '../html.ts'
import { changeForm, hidden } from './change-form.ts'
import { facts } from './parts.ts'
import { type PageVisit, sendStaffPage } from './send-staff-page.ts'

/** A confirmation of a submitted form. */
export interface Question {
  title: string
  lead: string
  /** Label and text of each version. */
  values?: readonly (readonly [label: string, text: string])[]
  /** The button that resubmits. */
  yes: string
  /** The link that cancels. */
  no: string
  /** Extra fields of the resubmission. */
  fields?: Readonly<Record<string, string>>
  /** The ETag that the resubmission sends. */
  etag: string | undefined
  /** Where canceling leads. */
  back: string
}

// The resubmission has a new ETag and key.
const OWN_FIELDS = ['if-match', 'idempotency-key']

/** Asks whether to resubmit a form, with everything in it. */
export function ask(
  visit: PageVisit,
  { title, lead, values = [], yes, no, ...question }: Question,
) {
  const { fields = {}, etag, back } = question
  const { body, url } = visit.request
  const sent = body instanceof URLSearchParams ? [...body] : []
  const kept = sent.filter(([name]) => !OWN_FIELDS.includes(name) && !(name in fields))
  return sendStaffPage(visit, {
    title,
    body: html`<p role="alert" dir="auto">${lead}</p>
${values.length === 0 ? nothing : facts(values, true)}
<div class="actions">${changeForm({
      // Resubmits to the same URL.
      action: url.split('?')[0]?.split('/').at(-1) ?? '',
      isOnce: sent.some(([name]) => name === 'idempotency-key'),
      etag,
      content: html`${hidden([...kept, ...Object.entries(fields)])}<button class="go">${yes}</button>`,
    })}
<a class="button" href="${back}">${no}</a></div>`,
  })
}
