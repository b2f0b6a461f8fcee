import type { Schemas } from '@mediajobs/client'
import { GROUP_ROLES, MAX_SEARCH_LENGTH } from '@mediajobs/domain'
import { formOf } from '../../forms.ts'
import { type Html, html } from '../../html.ts'
import { change } from '../change.ts'
import { type Choices, changeForm, field, hidden } from '../change-form.ts'
import { customerChoices } from '../customer-choice.ts'
import { refusal } from '../list.ts'
import { confirmButton, section } from '../parts.ts'
import { readAll, readByIds } from '../read-record.ts'
import type { Customer } from '../records.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { TEXTS } from './texts.ts'

type Member = Schemas['GroupMember']
type Refuse = (notice: Notice) => Promise<import('fastify').FastifyReply>

const ROLES: Choices = GROUP_ROLES.map((role) => [role, TEXTS.roles[role]])

/** The group's members, and the form to add one. */
export async function membersSection(visit: StaffVisit): Promise<Html> {
  const { staff, id, query, here } = visit
  const [members, choices] = await Promise.all([
    readAll<Member>(staff, `/customer-groups/${id}/members`),
    customerChoices(staff, query.get('q'), []),
  ])
  const names = await namesOf(visit, members)
  const present = new Set(members.map(({ customerId }) => customerId))
  const others = choices.filter(([customerId]) => !present.has(customerId))
  const list = html`<ul class="plain">${members.map((each) => row(visit, each, names))}</ul>`
  return section(
    'members',
    TEXTS.members,
    html`<p class="soft">${TEXTS.rolesHint}</p>
${members.length === 0 ? html`<p>${TEXTS.noMembers}</p>` : list}
${findForm(visit, `${here}#members`)}
${changeForm({
  action: `${here}/members`,
  class: 'narrow',
  content: html`${field({ name: 'customerId', label: TEXTS.customer, choices: others })}
${field({ name: 'role', label: TEXTS.role, choices: ROLES, value: 'MEMBER' })}
<div class="actions"><button class="go">${TEXTS.join}</button></div>`,
})}`,
  )
}

/** Finds customers to choose from. Defaults to the newest. */
export function findForm({ query }: StaffVisit, action: string): Html {
  return html`<form action="${action}" class="filters" role="search">
${field({ name: 'q', label: TEXTS.search, type: 'search', value: query.get('q') ?? '', maxLength: MAX_SEARCH_LENGTH, more: { dir: 'auto' } })}
<button>${TEXTS.find}</button></form>`
}

async function namesOf(
  { staff }: StaffVisit,
  members: readonly Member[],
): Promise<ReadonlyMap<string, string>> {
  const ids = members.map(({ customerId }) => customerId)
  const customers = await readByIds<Customer>(staff, '/customers', ids)
  return new Map(customers.map(({ id, name }) => [id, name]))
}

function row(
  { here, home }: StaffVisit,
  { customerId, role }: Member,
  names: ReadonlyMap<string, string>,
): Html {
  const name = names.get(customerId) ?? TEXTS.someone
  const action = `${here}/members/${customerId}`
  const other = role === 'LEAD' ? 'MEMBER' : 'LEAD'
  return html`<li><p><a href="${home}/customers/${customerId}" dir="auto">${name}</a> · ${TEXTS.roles[role]}</p>
<div class="actions">${changeForm({ action, content: html`${hidden({ role: other })}<button>${TEXTS.make[other]}</button>` })}
${confirmButton({ label: TEXTS.remove, question: TEXTS.removeSure, action: `${action}/remove` })}</div></li>`
}

/** Adds the submitted customer. */
export function addMember(visit: StaffVisit, refuse: Refuse) {
  const customerId = encodeURIComponent(formOf(visit.request).text('customerId') || 'none')
  return putMember(visit, customerId, 'joined', refuse)
}

export function changeMember(visit: StaffVisit, refuse: Refuse) {
  return putMember(visit, visit.params.customerId ?? '', 'role', refuse)
}

function putMember(visit: StaffVisit, customerId: string, done: string, refuse: Refuse) {
  const { request, reply, id, here } = visit
  return change(visit, {
    call: {
      method: 'PUT',
      url: `/customer-groups/${id}/members/${customerId}`,
      payload: { role: formOf(request).text('role') },
    },
    done: () => reply.redirect(`${here}?done=${done}#members`, 303),
    refuse: ({ body }) => refuse(refusal(body, { customer_in_group: TEXTS.inGroup })),
  })
}

export function removeMember(visit: StaffVisit, refuse: Refuse) {
  const { reply, id, params, here } = visit
  return change(visit, {
    call: { method: 'DELETE', url: `/customer-groups/${id}/members/${params.customerId}` },
    done: () => reply.redirect(`${here}?done=left#members`, 303),
    refuse: ({ body }) => refuse(refusal(body)),
  })
}
