import type { Schemas } from '@mediajobs/client'
import { html } from '../../html.ts'
import { copyField } from '../change-form.ts'
import { type Problems, recordForm } from '../records/form.ts'
import { problemNotice } from '../records/list.ts'
import { save } from '../records/save.ts'
import type { Person } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { invitationFields } from './fields.ts'
import { mailState } from './mail-state.ts'
import { TEXTS } from './texts.ts'
import { listAddress } from './visit.ts'

/** The form that invites a person. */
export async function newPage(visit: StaffVisit, problems?: Problems) {
  const { request, reply, staff } = visit
  requireMay(staff, 'createUser')
  const list = listAddress(visit)
  const fields = invitationFields(staff.role)
  return sendStaffPage(request, reply, staff, {
    title: TEXTS.add,
    section: 'people',
    styles: ['staff/records/style.css'],
    notice: problemNotice(problems),
    body: html`<p><a href="${list}">${TEXTS.back}</a></p>
${recordForm({ action: `${list}/new`, fields, record: {}, problems, submit: TEXTS.add })}`,
  })
}

/** @param root the address of the service */
export function invite(visit: StaffVisit, root: string) {
  const list = listAddress(visit)
  return save<Schemas['NewUser']>({
    visit,
    fields: invitationFields(visit.staff.role),
    method: 'POST',
    url: '/users',
    done: (saved) =>
      'body' in saved ? showLink(visit, saved.body, saved.body, root) : visit.reply.redirect(list),
    back: list,
    refuse: (problems) => newPage(visit, problems),
    fieldOfCode: { duplicate_email: 'email' },
    sentenceOfCode: { secret_already_shown: TEXTS.shownBefore },
  })
}

/** Shows the link of an invitation. No redirect leads here: the API shows the token once. */
export async function showLink(
  visit: StaffVisit,
  { id, name }: Pick<Person, 'id' | 'name'>,
  { invitationToken, invitationExpiresAt }: Schemas['Invitation'],
  root: string,
) {
  const { request, reply, staff } = visit
  const until = staff.format.dayAndTime(invitationExpiresAt)
  return sendStaffPage(request, reply, staff, {
    title: TEXTS.invited,
    section: 'people',
    styles: ['staff/records/style.css'],
    module: 'staff/people/browser/main.ts',
    body: html`<p role="status" dir="auto">${TEXTS.invitedLead(name, until)}</p>
${copyField({ id: 'link', label: TEXTS.link, value: `${root}invitations#token=${invitationToken}` })}
${await mailState(staff, id)}
<p><a href="${listAddress(visit)}/${id}">${TEXTS.toPerson}</a></p>`,
  })
}
