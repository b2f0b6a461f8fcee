import { ROLES } from '@mediajobs/domain'
import type { FastifyPluginAsync } from 'fastify'
import { type Html, html, nothing } from '../../html.ts'
import { choice } from '../change-form.ts'
import { type Door, STAFF } from '../door.ts'
import { one, type Query } from '../own-address.ts'
import { readList } from '../read-record.ts'
import { doneNotice, kept, pageLinks } from '../records/form.ts'
import type { Person } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { type StaffVisit, serve } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { ROLE_NAMES } from '../texts.ts'
import { listAddress, type PersonRoute, personVisit, TEXTS } from './fields.ts'
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

const SHOWN = '50'

/** The people of the organization, newest first, or those with a role or a state. */
async function listPage(visit: StaffVisit<{ Querystring: Query }>) {
  const { request, staff } = visit
  const filters = kept(request.query, ['role', 'active'])
  const cursor = one(request.query, 'cursor')
  const query = new URLSearchParams([...filters, ['limit', SHOWN]])
  if (cursor) query.set('cursor', cursor)
  const { data, nextCursor } = await readList<Person>(staff, `/users?${query}`)
  const here = listAddress(visit)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'people',
    styles: ['staff/records/style.css'],
    notice: doneNotice(request.query, TEXTS.done),
    action: staff.may('createUser')
      ? html`<a class="go" href="${here}/new">${TEXTS.add}</a>`
      : undefined,
    body: html`${filterForm(here, filters)}
${rows(data, here, staff)}
${pageLinks(here, filters, { cursor, nextCursor })}`,
  })
}

function filterForm(here: string, filters: URLSearchParams): Html {
  const roles = ROLES.map((role): [string, string] => [role, ROLE_NAMES[role]])
  return html`<form action="${here}" class="filters">
${choice('role', TEXTS.role, [['', TEXTS.anyRole], ...roles], filters.get('role'))}
${choice(
  'active',
  TEXTS.state,
  [
    ['', TEXTS.anyState],
    ['true', TEXTS.active],
    ['false', TEXTS.inactive],
  ],
  filters.get('active'),
)}
<button>${TEXTS.show}</button></form>`
}

function rows(people: readonly Person[], here: string, { userId }: Staff): Html {
  if (people.length === 0) return html`<p>${TEXTS.none}</p>`
  return html`<ul class="rows">${people.map(
    ({ id, name, email, role, active }) =>
      html`<li><span><a href="${here}/${id}" dir="auto">${name}</a>${id === userId ? html` (${TEXTS.you})` : nothing}</span>
<span>${ROLE_NAMES[role]}${active ? nothing : html` · <b class="alarm">${TEXTS.inactive}</b>`}</span>
<span class="soft"><bdi>${email}</bdi></span></li>`,
  )}</ul>`
}

const AT = '/app/:organizationId/people'

/** `/app/{organizationId}/people`. docs/contract.md#c12-people */
export const peoplePages: FastifyPluginAsync<Door> = async (app, { site }) => {
  app.get<{ Querystring: Query }>(AT, STAFF, serve(listPage))
  app.get(`${AT}/new`, STAFF, serve(newPage))
  app.post(
    `${AT}/new`,
    STAFF,
    serve((visit) => invite(visit, site.root)),
  )
  const one = (handle: typeof changePerson) =>
    serve<PersonRoute>((visit) => handle(personVisit(visit)))
  app.get<PersonRoute>(`${AT}/:id`, STAFF, one(personPage))
  app.post<PersonRoute>(`${AT}/:id`, STAFF, one(changePerson))
  const changes = {
    hours: changeHours,
    'default-hours': useDefaultHours,
    active: changeActive,
    invitation: (visit: Parameters<typeof inviteAgain>[0]) => inviteAgain(visit, site.root),
  }
  for (const [name, change] of Object.entries(changes)) {
    app.post<PersonRoute>(`${AT}/:id/${name}`, STAFF, one(change))
  }
}
