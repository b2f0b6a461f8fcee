import type { Schemas } from '@mediajobs/client'
import { GROUP_ROLES, MAX_SEARCH_LENGTH } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { type Choices, changeForm, field, hidden } from '../change-form.ts'
import { customerChoices } from '../customer-choice.ts'
import { dayIn } from '../day.ts'
import { refusal } from '../list.ts'
import { confirmButton, section } from '../parts.ts'
import { readAll, readByIds, readList } from '../read-record.ts'
import type { Customer, CustomerGroup, Invoice } from '../records.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { TEXTS } from './texts.ts'

type Member = Schemas['GroupMember']
type Refuse = (notice: Notice) => Promise<FastifyReply>

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
${others.length === 0 ? html`<p>${TEXTS.noOthers}</p>` : joinForm(here, others)}`,
  )
}

function joinForm(here: string, others: Choices): Html {
  return changeForm({
    action: `${here}/members`,
    class: 'narrow',
    content: html`${field({ name: 'customerId', label: TEXTS.customer, choices: others })}
${field({ name: 'role', label: TEXTS.role, choices: ROLES, value: 'MEMBER' })}
<div class="actions"><button class="go">${TEXTS.join}</button></div>`,
  })
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

export type Statement = Schemas['Statement']

const SHOWN = 50

/** The statement form, and past statements. */
export async function statementsSection(
  visit: StaffVisit,
  { billingCustomerId }: CustomerGroup,
  made: Statement | undefined,
): Promise<Html> {
  const { staff, here, request } = visit
  const { data } =
    billingCustomerId === null
      ? { data: [] }
      : await readList<Invoice>(staff, `/invoices?customerId=${billingCustomerId}&limit=${SHOWN}`)
  const statements = data.filter(({ projectIds }) => projectIds.length > 0)
  const sent = formOf(request)
  const days = lastMonth(visit)
  const form = () =>
    changeForm({
      action: `${here}/statements`,
      isOnce: true,
      class: 'narrow',
      content: html`${field({ name: 'from', label: TEXTS.from, type: 'date', isRequired: true, value: sent.text('from') ?? days.from })}
${field({ name: 'to', label: TEXTS.to, type: 'date', isRequired: true, value: sent.text('to') ?? days.to })}
<div class="actions"><button class="go">${TEXTS.createStatement}</button></div>`,
    })
  return section(
    'statements',
    TEXTS.statements,
    html`<p class="soft">${billingCustomerId === null ? TEXTS.needsPayer : TEXTS.statementLead}</p>
${made ? leftOutList(visit, made) : nothing}
${billingCustomerId === null ? nothing : form()}
${statements.length === 0 ? nothing : html`<ul class="records">${statements.map((each) => statementRow(visit, each))}</ul>`}`,
  )
}

/** The previous month, in the organization's time zone. */
function lastMonth({ staff }: StaffVisit): { from: string; to: string } {
  const today = dayIn(staff.organization.timeZone, '').name
  const [year = 0, month = 1] = today.split('-').map(Number)
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) }
}

/** The statement's URL, below its first job. */
function addressOf({ home }: StaffVisit, { id, projectIds }: Invoice): string {
  return `${home}/projects/${projectIds[0]}/invoices/${id}`
}

function statementRow(visit: StaffVisit, invoice: Invoice): Html {
  const { format } = visit.staff
  const { number, notes, projectIds, totalAmount, currency } = invoice
  return html`<li><span><a href="${addressOf(visit, invoice)}">${number ?? TEXTS.draft}</a></span>
<span>${format.money(totalAmount, currency)}</span>
<span class="soft" dir="auto">${[TEXTS.jobs(projectIds.length), notes].filter(Boolean).join(' · ')}</span></li>`
}

function leftOutList({ home }: StaffVisit, { leftOut }: Statement): Html {
  if (leftOut.length === 0) return nothing
  return html`<h3>${TEXTS.leftOut}</h3><ul class="plain">${leftOut.map(
    ({ projectId, reason }) =>
      html`<li>${TEXTS.reasons[reason]} <a href="${home}/projects/${projectId}">${TEXTS.job}</a></li>`,
  )}</ul>`
}

/** Creates a statement, and lists the jobs left off. */
export function createStatement(
  visit: StaffVisit,
  show: (shown: { notice: Notice; made?: Statement }) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, staff, id } = visit
  const sent = formOf(request)
  return change<Statement>(visit, {
    call: {
      method: 'POST',
      url: `/customer-groups/${id}/statements`,
      payload: { from: sent.text('from'), to: sent.text('to') },
    },
    done: ({ body }) => {
      const { projectIds, totalAmount, currency } = body.invoice
      const text = TEXTS.made(projectIds.length, staff.format.money(totalAmount, currency))
      const link = { url: addressOf(visit, body.invoice), text: TEXTS.open }
      return show({ notice: { kind: 'done', text, link }, made: body })
    },
    refuse: ({ body }) => show({ notice: refusal(body, { nothing_to_bill: TEXTS.nothingToBill }) }),
  })
}
