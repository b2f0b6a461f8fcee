import { ROLES } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { type Choices, field } from '../change-form.ts'
import { doneNotice, readPart } from '../list.ts'
import { actionLink } from '../parts.ts'
import type { Person } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { ROLE_NAMES } from '../texts.ts'
import { obstacleOf, TEXTS } from './fields.ts'
import {
  changeActive,
  changeHours,
  changePerson,
  invite,
  inviteAgain,
  newPage,
  personPage,
  useDefaultHours,
} from './person.ts'
import { addTimeOff, removeTimeOff, timeOffPage } from './time-off.ts'

/** `/app/{organizationId}/people`. docs/contract.md#c12-people */
export const peoplePages = pagesAt('/people', {
  'GET ': listPage,
  'GET /new': newPage,
  'POST /new': invite,
  'GET /:id': personPage,
  'POST /:id': changePerson,
  'POST /:id/hours': changeHours,
  'POST /:id/default-hours': useDefaultHours,
  'POST /:id/active': changeActive,
  'POST /:id/invitation': inviteAgain,
  'GET /:id/time-off': (visit) => timeOffPage(visit),
  'POST /:id/time-off': addTimeOff,
  'POST /:id/time-off/:timeOffId': removeTimeOff,
})

const SHOWN = 50

/** The organization's people, newest first, filtered by role and state. */
async function listPage(visit: StaffVisit) {
  const { staff, at, query } = visit
  const names = ['role', 'active']
  const { data, filters, pages, notice } = await readPart<Person>(visit, '/users', SHOWN, { names })
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'people',
    notice: notice ?? doneNotice(query, TEXTS.done),
    action: actionLink(staff, 'createUser', `${at}/new`, TEXTS.add),
    body: html`${filterForm(at, filters)}
${data.length === 0 ? html`<p>${TEXTS.none}</p>` : rows(data, visit)}
${pages}`,
  })
}

function filterForm(at: string, filters: URLSearchParams): Html {
  const roles = ROLES.map((role) => [role, ROLE_NAMES[role]] as const)
  const states = [
    ['', TEXTS.anyState],
    ['true', TEXTS.active],
    ['false', TEXTS.inactive],
  ] as const
  const select = (name: string, label: string, choices: Choices) =>
    field({ name, label, choices, value: filters.get(name) })
  return html`<form action="${at}" class="filters">
${select('role', TEXTS.role, [['', TEXTS.anyRole], ...roles])}
${select('active', TEXTS.state, states)}
<button>${TEXTS.show}</button></form>`
}

function rows(people: readonly Person[], { at, staff: { userId } }: StaffVisit): Html {
  return html`<ul class="records">${people.map((person) => {
    const { id, name, email, role } = person
    const obstacle = obstacleOf(person)
    return html`<li><span><a href="${at}/${id}" dir="auto">${name}</a>${id === userId ? html` (${TEXTS.you})` : nothing}</span>
<span>${ROLE_NAMES[role]}${obstacle === null ? nothing : html` · ${obstacle}`}</span>
<span class="soft"><bdi>${email}</bdi></span></li>`
  })}</ul>`
}
