import { html } from '../../html.ts'
import { type Problems, recordForm } from '../records/form.ts'
import { problemNotice } from '../records/list.ts'
import { save } from '../records/save.ts'
import type { Customer } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { FIELDS } from './fields.ts'
import { TEXTS } from './texts.ts'
import { listAddress } from './visit.ts'

/** The form for a new customer. */
export async function newPage(visit: StaffVisit, problems?: Problems) {
  const { request, reply, staff } = visit
  requireMay(staff, 'createCustomer')
  const list = listAddress(visit)
  return sendStaffPage(request, reply, staff, {
    title: TEXTS.add,
    section: 'customers',
    styles: ['staff/records/style.css'],
    notice: problemNotice(problems),
    body: html`<p><a href="${list}">${TEXTS.back}</a></p>
${recordForm({ action: `${list}/new`, fields: FIELDS, record: {}, problems, submit: TEXTS.add })}`,
  })
}

export function addCustomer(visit: StaffVisit) {
  const list = listAddress(visit)
  return save<Customer>({
    visit,
    fields: FIELDS,
    method: 'POST',
    url: '/customers',
    done: (saved) =>
      visit.reply.redirect('body' in saved ? `${list}/${saved.body.id}?done=created` : list, 303),
    back: list,
    refuse: (problems) => newPage(visit, problems),
    fieldOfCode: { duplicate_email: 'email', duplicate_external_id: 'externalId' },
  })
}
