import type { Schemas } from '@mediajobs/client'
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '@mediajobs/domain'
import { addressLine, type Format } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { doneNotice, readPart } from '../list.ts'
import {
  confirmButton,
  facts,
  ifMay,
  initialsOf,
  searchBox,
  section,
  statusBadge,
} from '../parts.ts'
import { readTagged, type Tagged } from '../read-record.ts'
import {
  describe,
  type Problems,
  problemNotice,
  type RecordField,
  recordForm,
  type Shown,
  sendNewPage,
  textOf,
} from '../records/form.ts'
import { act, save } from '../records/save.ts'
import { checkField } from '../records/values.ts'
import { type Customer, type CustomerGroup, groupOf, type Project } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import { COMMON } from '../texts.ts'
import { TEXTS } from './texts.ts'

/** The editable fields. */
const FIELDS: readonly RecordField[] = [
  { name: 'name', label: TEXTS.name, isRequired: true, maxLength: MAX_NAME_LENGTH },
  {
    name: 'email',
    label: TEXTS.email,
    type: 'email',
    isRequired: true,
    maxLength: MAX_EMAIL_LENGTH,
  },
  { name: 'phone', label: TEXTS.phone, type: 'tel', maxLength: MAX_PHONE_LENGTH },
  { name: 'company', label: TEXTS.company, maxLength: MAX_NAME_LENGTH },
  {
    name: 'notes',
    label: TEXTS.notes,
    hint: TEXTS.notesHint,
    rows: 4,
    maxLength: MAX_NOTES_LENGTH,
  },
  { name: 'externalId', label: TEXTS.externalId, maxLength: MAX_EXTERNAL_ID_LENGTH },
  {
    name: 'language',
    label: TEXTS.language,
    hint: TEXTS.languageHint,
    choices: [
      ['', TEXTS.anyLanguage],
      ...LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]] as const),
    ],
  },
  {
    name: 'lockDownloads',
    label: TEXTS.lock,
    choices: Object.entries(TEXTS.lockChoices),
    toValue: (text) => text === 'true',
  },
  checkField('mailOptOut', TEXTS.mailOptOut),
]

const SHOWN = 50
const SHOWN_PROJECTS = 20

/** `/app/{organizationId}/customers`. docs/contract.md#c12-customers */
export const customerPages = pagesAt('/customers', {
  'GET ': listPage,
  'GET /new': newPage,
  'POST /new': (visit) =>
    save<Customer>({
      ...savingOf(visit),
      method: 'POST',
      url: '/customers',
      refuse: (problems) => newPage(visit, problems),
    }),
  'GET /:id': customerPage,
  'POST /:id': (visit) =>
    save<Customer>({
      ...savingOf(visit),
      method: 'PATCH',
      url: urlOf(visit),
      refuse: (problems) => customerPage(visit, { problems }),
    }),
  'POST /:id/delete': (visit) =>
    act<Customer>(visit, {
      call: { method: 'DELETE', url: urlOf(visit) },
      to: `${visit.at}?done=deleted`,
      texts: (now) => [TEXTS.delete, `${now.name}, ${now.email}`],
      refuse: (notice) => customerPage(visit, { notice }),
    }),
})

function urlOf({ id }: StaffVisit): string {
  return `/customers/${id}`
}

function savingOf(visit: StaffVisit) {
  const fieldOfCode = { duplicate_email: 'email', duplicate_external_id: 'externalId' }
  return { visit, fields: FIELDS, fieldOfCode }
}

/** Customers, newest first, or search results. */
async function listPage(visit: StaffVisit) {
  const { at, staff, query } = visit
  const [{ data, pages, notice }, balances] = await Promise.all([
    readPart<Customer>(visit, '/customers', SHOWN, { names: ['q'] }),
    readBalances(staff),
  ])
  const none = query.has('q') ? TEXTS.noneFound : TEXTS.none
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'customers',
    notice: notice ?? doneNotice(query, TEXTS.done),
    tools: html`${search(visit)}${ifMay(
      staff,
      'listCustomerGroups',
      () => html`<a class="button" href="${visit.home}/customer-groups">${TEXTS.groups}</a>`,
    )}${ifMay(
      staff,
      'importCustomers',
      () =>
        html`<a class="button import" href="${visit.home}/developers/imports">${TEXTS.import}</a>`,
    )}`,
    action: ifMay(
      staff,
      'createCustomer',
      () =>
        html`<a class="go compact" href="${at}/new">${icon('plus')}<span>${TEXTS.add}</span></a>`,
    ),
    styles: ['staff/customers/style.css'],
    body: html`${notice ? nothing : data.length === 0 ? html`<p>${none}</p>` : customerRows(data, { at, balances, format: staff.format })}
${pages}`,
  })
}

function search({ at, query }: StaffVisit): Html {
  return html`<form action="${at}" class="search-form" role="search">
${searchBox(query.get('q') ?? '', { label: TEXTS.search, hint: TEXTS.searchHint })}
${query.has('q') ? html`<a class="button" href="${at}">${TEXTS.all}</a>` : nothing}</form>`
}

/** A customer with their projects and form. */
async function customerPage(visit: StaffVisit, { problems, notice }: Shown = {}) {
  const { staff, here, at, id, query } = visit
  const customer = await readTagged<Customer>(staff, urlOf(visit))
  const [projects, group] = await Promise.all([
    readPart<Project>(visit, `/projects?customerId=${id}`, SHOWN_PROJECTS, { here }),
    groupOf(staff, customer.body.id),
  ])
  return sendStaffPage(visit, {
    title: customer.body.name,
    section: 'customers',
    // A link, because the reports' filter offers only the newest customers.
    tools: ifMay(
      staff,
      'getRevenueReport',
      () =>
        html`<a class="button" href="${visit.home}/reports?customerId=${customer.body.id}">${TEXTS.reports}</a>`,
    ),
    notice: notice ?? problemNotice(problems) ?? doneNotice(query, TEXTS.done),
    body: html`<p><a href="${at}">${TEXTS.back}</a></p>
${factsOf(customer.body, visit.home, group)}
${section('projects', TEXTS.projects, html`${projectRows(projects.data, visit)}${projects.pages}`)}
${ifMay(staff, 'updateCustomer', () => section('change', TEXTS.change, changes(customer, here, problems)))}`,
  })
}

function factsOf(customer: Customer, home: string, group: CustomerGroup | undefined): Html {
  const { email, phone, mailOptOut } = customer
  const others = FIELDS.filter(({ name }) =>
    ['company', 'notes', 'externalId', 'language', 'lockDownloads'].includes(name),
  )
  const dialed = phone?.replaceAll(/[^+\d]/g, '')
  return facts(
    [
      [
        TEXTS.email,
        html`<a href="mailto:${email}"><bdi>${email}</bdi></a>${mailOptOut ? html` · ${TEXTS.noMail}` : nothing}`,
      ],
      [
        TEXTS.group,
        group && html`<a href="${home}/customer-groups/${group.id}" dir="auto">${group.name}</a>`,
      ],
      [TEXTS.phone, phone && html`<a href="tel:${dialed}"><bdi>${phone}</bdi></a>`],
      ...others.map((each) => {
        const text = textOf(each, customer)
        return [each.label, text && describe(each, text)] as const
      }),
    ],
    true,
  )
}

function projectRows(projects: readonly Project[], { staff, home }: StaffVisit): Html {
  if (projects.length === 0) return html`<p>${TEXTS.noProjects}</p>`
  return html`<ul class="records">${projects.map(
    (project) =>
      html`<li><span><a href="${home}/projects/${project.id}" dir="auto">${addressLine(project) || COMMON.noAddress}</a></span>
<time datetime="${project.scheduledTime}">${staff.format.dayAndTime(project.scheduledTime)}</time>
${statusBadge(project.status)}</li>`,
  )}</ul>`
}

function changes({ body, etag }: Tagged<Customer>, here: string, problems?: Problems): Html {
  const [label, question] = [TEXTS.delete, TEXTS.deleteSure]
  return html`${recordForm({ action: here, fields: FIELDS, record: body, etag, problems, submit: TEXTS.save })}
${confirmButton({ label, question, action: `${here}/delete`, etag })}`
}

/** The form for a new customer. */
async function newPage(visit: StaffVisit, problems?: Problems) {
  requireMay(visit.staff, 'createCustomer')
  return sendNewPage(visit, {
    title: TEXTS.add,
    section: 'customers',
    list: visit.at,
    back: TEXTS.back,
    fields: FIELDS,
    problems,
  })
}

type Balance = Schemas['OwedReportRow']

/** What customers owe, for roles that see money. Best effort: `undefined` if it takes too long. */
async function readBalances(staff: Staff): Promise<readonly Balance[] | undefined> {
  if (!staff.may('getOwedReport')) return undefined
  const url = '/reports/owed'
  const { status, body } = await staff.call<{ data: Balance[] }>({ method: 'GET', url })
  return status === 200 ? body.data : undefined
}

interface Rows {
  /** The list's URL. */
  at: string
  balances: readonly Balance[] | undefined
  format: Format
}

/** One row per customer, with a link and the balance. */
function customerRows(customers: readonly Customer[], { at, balances, format }: Rows): Html {
  const amounts = new Map<string | null, string[]>()
  for (const { customerId, balanceAmount, currency } of balances ?? []) {
    const amount = format.money(balanceAmount, currency)
    amounts.set(customerId, [...(amounts.get(customerId) ?? []), amount])
  }
  const owed = (id: string) => {
    const text = amounts.get(id)?.join(' + ')
    return text === undefined
      ? nothing
      : html`<b class="alarm"><span>${TEXTS.owed}</span> ${text}</b>`
  }
  return html`<p class="columns soft" aria-hidden="true"><span>${TEXTS.name}</span><span>${TEXTS.company}</span><span>${TEXTS.email}</span>${balances ? html`<span>${TEXTS.owed}</span>` : nothing}</p>
<ul class="records customers">${customers.map(
    ({ id, name, company, email, phone }) =>
      html`<li><span>${initialsOf({ id, name })}<a href="${at}/${id}" dir="auto">${name}</a></span>
<span dir="auto">${company ?? ''}</span>
<span class="soft"><bdi>${email}</bdi>${phone ? html` · <bdi>${phone}</bdi>` : nothing}</span>
${owed(id)}</li>`,
  )}</ul>
${amounts.has(null) ? html`<p class="soft">${TEXTS.notAll}</p>` : nothing}`
}
