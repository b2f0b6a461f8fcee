import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { one } from '../own-address.ts'
import { type List, nothingHere, readList, readTagged, type Tagged } from '../read-record.ts'
import { describe, textOf } from '../records/field.ts'
import { type Problems, recordForm } from '../records/form.ts'
import { doneNotice, pageLinks, problemNotice } from '../records/list.ts'
import type { Customer, Project } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { Staff } from '../staff.ts'
import { STATUS_NAMES } from '../texts.ts'
import { FIELDS } from './fields.ts'
import { TEXTS } from './texts.ts'
import type { CustomerVisit } from './visit.ts'

const SHOWN_PROJECTS = '20'

interface Shown {
  problems?: Problems
  notice?: Notice
}

/** One customer with their projects, and the form that changes them. */
export async function customerPage(visit: CustomerVisit, { problems, notice }: Shown = {}) {
  const { request, reply, staff, url, here, list } = visit
  const cursor = one(request.query, 'cursor')
  const query = new URLSearchParams({
    customerId: request.params.id,
    limit: SHOWN_PROJECTS,
    ...(cursor && { cursor }),
  })
  const customer = await readTagged<Customer>(staff, url)
  if (!customer) throw nothingHere()
  const projects = await readList<Project>(staff, `/projects?${query}`)
  return sendStaffPage(request, reply, staff, {
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
<span class="soft">${STATUS_NAMES[project.status]}</span></li>`,
  )}</ul>`
}

function changes({ body, etag }: Tagged<Customer>, here: string, problems?: Problems): Html {
  return html`<section aria-labelledby="change-title"><h2 id="change-title">${TEXTS.change}</h2>
${recordForm({ action: here, fields: FIELDS, record: body, etag, problems, submit: TEXTS.save })}
<details class="menu"><summary>${TEXTS.delete}…</summary><div><p>${TEXTS.deleteSure}</p>
${changeForm({ action: `${here}/delete`, etag, content: html`<button class="danger">${TEXTS.delete}</button>` })}</div></details></section>`
}
