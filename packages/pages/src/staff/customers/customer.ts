import {
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '@mediajobs/domain'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { one, organizationAddress, type Query } from '../own-address.ts'
import { type List, nothingHere, readList, readTagged, type Tagged } from '../read-record.ts'
import {
  checkField,
  describe,
  doneNotice,
  type Problems,
  pageLinks,
  problemNotice,
  type RecordField,
  recordForm,
  textOf,
} from '../records/form.ts'
import { save } from '../records/save.ts'
import type { Customer, Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import { statusBadge } from '../status.ts'

export const TEXTS = {
  title: 'Customers',
  search: 'Search',
  searchHint: 'Name, company or email',
  find: 'Find',
  all: 'All customers',
  add: 'Add a customer',
  none: 'No customers yet.',
  noneFound: 'No customers match.',
  back: 'Back to customers',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  notes: 'Notes',
  notesHint: 'Only your team sees these.',
  externalId: 'External ID',
  mailOptOut: 'No mail to this customer',
  noMail: 'No email',
  save: 'Save',
  change: 'Save customer',
  projects: 'Projects',
  noProjects: 'No projects yet.',
  noAddress: 'No address yet',
  delete: 'Delete customer',
  deleteSure: "A customer with projects or invoices can't be deleted.",
  done: {
    created: 'Customer added.',
    saved: 'Saved.',
    deleted: 'Customer deleted.',
  },
} as const

/** Rows of the field for notes. */
const ROWS = 4

/** The fields of a customer that a person writes. */
export const FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    label: TEXTS.name,
    isRequired: true,
    control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
  },
  {
    name: 'email',
    label: TEXTS.email,
    isRequired: true,
    control: { kind: 'line', type: 'email', maxLength: MAX_EMAIL_LENGTH },
  },
  {
    name: 'phone',
    label: TEXTS.phone,
    control: { kind: 'line', type: 'tel', maxLength: MAX_PHONE_LENGTH },
  },
  {
    name: 'company',
    label: TEXTS.company,
    control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
  },
  {
    name: 'notes',
    label: TEXTS.notes,
    hint: TEXTS.notesHint,
    control: { kind: 'lines', maxLength: MAX_NOTES_LENGTH, rows: ROWS },
  },
  {
    name: 'externalId',
    label: TEXTS.externalId,
    control: { kind: 'line', maxLength: MAX_EXTERNAL_ID_LENGTH },
  },
  checkField({ name: 'mailOptOut', label: TEXTS.mailOptOut }),
]

export interface CustomerRoute {
  Params: { id: string }
  Querystring: Query
}

/** A request for the page of a customer, or for a change on it. */
export interface CustomerVisit extends StaffVisit<CustomerRoute> {
  /** The customer, as a path of the API. */
  url: string
  /** The address of the page, from the address of the request. */
  here: string
  /** The address of the list. */
  list: string
}

export function customerVisit(visit: StaffVisit<CustomerRoute>): CustomerVisit {
  const id = encodeURIComponent(visit.request.params.id)
  const list = listAddress(visit)
  return { ...visit, url: `/customers/${id}`, here: `${list}/${id}`, list }
}

export function listAddress({ request, staff }: Pick<StaffVisit, 'request' | 'staff'>): string {
  return `${organizationAddress(request, staff.organization)}/customers`
}

const SHOWN_PROJECTS = '20'

interface Shown {
  problems?: Problems
  notice?: Notice
}

/** One customer with their projects, and the form that changes them. */
export async function customerPage(visit: CustomerVisit, { problems, notice }: Shown = {}) {
  const { request, staff, url, here, list } = visit
  const cursor = one(request.query, 'cursor')
  const query = new URLSearchParams({
    customerId: request.params.id,
    limit: SHOWN_PROJECTS,
    ...(cursor && { cursor }),
  })
  const customer = await readTagged<Customer>(staff, url)
  if (!customer) throw nothingHere()
  const projects = await readList<Project>(staff, `/projects?${query}`)
  return sendStaffPage(visit, {
    title: customer.body.name,
    section: 'customers',
    styles: ['staff/records/style.css'],
    notice: notice ?? problemNotice(problems) ?? doneNotice(request.query, TEXTS.done),
    body: html`<p><a href="${list}">${TEXTS.back}</a></p>
${facts(customer.body)}
<section aria-labelledby="projects-title"><h2 id="projects-title">${TEXTS.projects}</h2>
${projectRows(projects, staff, `${list}/../projects`)}
${pageLinks(here, new URLSearchParams(), { cursor, nextCursor: projects.nextCursor })}</section>
${staff.may('updateCustomer') ? changes(customer, here, problems) : nothing}`,
  })
}

function facts(customer: Customer): Html {
  const { email, phone, mailOptOut } = customer
  const others = FIELDS.filter(({ name }) => ['company', 'notes', 'externalId'].includes(name))
  return html`<dl class="facts"><dt>${TEXTS.email}</dt><dd><a href="mailto:${email}"><bdi>${email}</bdi></a>${mailOptOut ? html` · ${TEXTS.noMail}` : nothing}</dd>
${phone ? html`<dt>${TEXTS.phone}</dt><dd><a href="tel:${phone.replaceAll(/[^+\d]/g, '')}"><bdi>${phone}</bdi></a></dd>` : nothing}
${others.map((field) => {
  const text = textOf(field, customer)
  return text === ''
    ? nothing
    : html`<dt>${field.label}</dt><dd dir="auto" class="lines">${describe(field, text)}</dd>`
})}</dl>`
}

function projectRows({ data }: List<Project>, { format }: Staff, projects: string): Html {
  if (data.length === 0) return html`<p>${TEXTS.noProjects}</p>`
  return html`<ul class="rows">${data.map(
    (project) =>
      html`<li><span><a href="${projects}/${project.id}" dir="auto">${addressLine(project) || TEXTS.noAddress}</a></span>
<time datetime="${project.scheduledTime}">${format.dayAndTime(project.scheduledTime)}</time>
${statusBadge(project.status)}</li>`,
  )}</ul>`
}

function changes({ body, etag }: Tagged<Customer>, here: string, problems?: Problems): Html {
  return html`<section aria-labelledby="change-title"><h2 id="change-title">${TEXTS.change}</h2>
${recordForm({ action: here, fields: FIELDS, record: body, etag, problems, submit: TEXTS.save })}
<details class="menu"><summary>${TEXTS.delete}…</summary><div><p>${TEXTS.deleteSure}</p>
${changeForm({ action: `${here}/delete`, etag, content: html`<button class="danger">${TEXTS.delete}</button>` })}</div></details></section>`
}

/** The form for a new customer. */
export async function newPage(visit: StaffVisit, problems?: Problems) {
  const { staff } = visit
  requireMay(staff, 'createCustomer')
  const list = listAddress(visit)
  return sendStaffPage(visit, {
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
