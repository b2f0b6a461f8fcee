import { html } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { type SectionName, TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

interface Conflict {
  wanted: string
  now: string
  /** Of the record as it is now. */
  etag: string
  section?: SectionName | undefined
}

// The form has its own state and key: a repeat is another request.
const OWN_FIELDS = ['if-match', 'idempotency-key']

/** Shows what the person chose and what it is now, and asks which of the two is kept. */
export function sendConflict(visit: Visit, { wanted, now, etag, section }: Conflict) {
  const { request, reply, staff, here } = visit
  const texts = TEXTS.conflict
  const sent = request.body instanceof URLSearchParams ? [...request.body] : []
  const fields = sent.filter(([name]) => !OWN_FIELDS.includes(name))
  return sendStaffPage(request, reply, staff, {
    title: texts.title,
    styles: ['staff/project/style.css'],
    body: html`<p role="alert">${texts.lead}</p>
<dl class="facts"><dt>${texts.wanted}</dt><dd dir="auto" class="lines">${wanted}</dd>
<dt>${texts.now}</dt><dd dir="auto" class="lines">${now}</dd></dl>
<div class="actions">${changeForm({
      action: addressOf(request.url),
      etag,
      isOnce: request.body instanceof URLSearchParams && request.body.has('idempotency-key'),
      content: html`${fields.map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}<button class="go">${texts.again}</button>`,
    })}
<a class="button" href="${here}${section ? `#${section}` : ''}">${texts.leave}</a></div>`,
  })
}

/** The last step of an address: the form is sent to where the page came from. */
function addressOf(url: string): string {
  return url.split('?')[0]?.split('/').at(-1) ?? ''
}
