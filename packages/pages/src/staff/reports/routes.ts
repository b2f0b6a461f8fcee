import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { field } from '../change-form.ts'
import { customerChoices } from '../customer-choice.ts'
import { dayIn } from '../day.ts'
import { orNotice } from '../list.ts'
import { withQuery } from '../own-address.ts'
import { pageNotFound, RefusedRead } from '../read-record.ts'
import { activePeople, assignable } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import {
  PRESETS,
  REPORTS,
  type ReportName,
  type Reports,
  readReports,
  type View,
  viewOf,
} from './read.ts'
import { nothingYet, reportSection, type Shown } from './section.ts'
import {
  jobsSection,
  owedSection,
  revenueSection,
  revisionsSection,
  techniciansSection,
  turnaroundSection,
} from './sections.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/reports`. docs/contract.md#c25-page */
export const reportPages = pagesAt('/reports', {
  'GET ': reportsPage,
  'GET /:file': sendReport,
})

async function reportsPage(visit: StaffVisit) {
  const { staff, query } = visit
  requireMay(staff, 'getJobsReport')
  const view = viewOf(query, staff.organization.timeZone)
  const [{ found: reports, notice }, form] = await Promise.all([
    orNotice(visit, readReports(staff, view)),
    filterForm(visit, view),
  ])
  const tools = html`${presets(visit, view)}${form}`
  const page = {
    title: TEXTS.title,
    section: 'reports',
    styles: ['staff/reports/style.css'],
  } as const
  if (!reports) return sendStaffPage(visit, { ...page, notice, body: tools })
  const shown: Shown = { visit, view, labelOf: labels(visit, view) }
  const body =
    isEmpty(reports) && view.filters.length === 0 ? teach(visit) : sections(shown, reports)
  return sendStaffPage(visit, { ...page, body: html`${tools}${body}` })
}

function presets({ at }: StaffVisit, { preset, filters }: View): Html {
  return html`<nav class="tabs presets" aria-label="${TEXTS.presets}">${PRESETS.map(
    (each) =>
      html`<a href="${withQuery(at, [['period', each], ...filters])}"${each === preset ? html` aria-current="page"` : nothing}>${TEXTS.preset[each]}</a>`,
  )}</nav>`
}

async function filterForm(visit: StaffVisit, view: View): Promise<Html> {
  const { staff, at } = visit
  const { from, to, chosenBy } = view
  const chosen = new Map(view.filters)
  const [people, customers] = await Promise.all([
    activePeople(staff),
    customerChoices(staff, null, [chosen.get('customerId')]),
  ])
  const everyone = ['', TEXTS.everyone] as const
  const whoMayBe = (part: 'technician' | 'editor', chosenId: string | undefined) => {
    const able = assignable(people, part)
    const others = people.filter((person) => person.id === chosenId && !able.includes(person))
    return [...able, ...others].map(({ id, name }) => [id, name] as const)
  }
  const select = (name: string, label: string, choices: readonly (readonly [string, string])[]) =>
    field({ name, label, value: chosen.get(name) ?? '', choices: [everyone, ...choices] })
  const steps = Object.entries(TEXTS.bys)
  return html`<form class="filters" action="${at}" aria-label="${TEXTS.filters}">
${field({ name: 'from', label: TEXTS.from, type: 'date', value: from, isRequired: true })}
${field({ name: 'to', label: TEXTS.to, type: 'date', value: to, isRequired: true })}
${field({ name: 'by', label: TEXTS.by, value: chosenBy ?? '', choices: [['', TEXTS.auto], ...steps] })}
${select('technicianId', TEXTS.technician, whoMayBe('technician', chosen.get('technicianId')))}
${select('editorId', TEXTS.editor, whoMayBe('editor', chosen.get('editorId')))}
${select('customerId', TEXTS.customer, customers)}
<button>${TEXTS.apply}</button></form>`
}

/** Bucket labels, formatted once for all reports. */
function labels({ staff }: StaffVisit, { by }: View): Shown['labelOf'] {
  const { format, organization } = staff
  const known = new Map<string, string>()
  const write = by === 'MONTH' ? format.month : format.monthDay
  return (day) => {
    const label = known.get(day) ?? write(dayIn(organization.timeZone, day).from)
    known.set(day, label)
    return label
  }
}

function isEmpty({ jobs, revisions, revenue, owed, technicians }: Reports): boolean {
  return (
    jobs?.every((row) => row.booked + row.delivered + row.cancelled === 0) === true &&
    revisions?.every(({ deliveries }) => deliveries === 0) === true &&
    [revenue, owed, technicians].every((rows) => rows?.length === 0)
  )
}

function teach({ home, at, staff }: StaffVisit): Html {
  const { title, lead, points, book, year } = TEXTS.empty
  return html`<div class="teach"><h2>${title}</h2><p>${lead}</p><ul class="plain">${points.map((point) => html`<li>${point}</li>`)}</ul>
<p class="actions">${staff.may('createProject') ? html`<a class="go" href="${home}/projects/new">${book}</a>` : nothing}<a class="button" href="${at}?period=year">${year}</a></p></div>`
}

function sections(shown: Shown, reports: Reports): Html {
  const { turnaroundTotal, revisionsTotal } = reports
  const draw: { [Name in ReportName]: (rows: NonNullable<Reports[Name]>) => Html } = {
    jobs: (rows) => jobsSection(shown, rows),
    turnaround: (rows) => turnaroundSection(shown, rows, turnaroundTotal),
    revisions: (rows) => revisionsSection(shown, rows, revisionsTotal),
    revenue: (rows) => revenueSection(shown, rows),
    owed: (rows) => owedSection(shown, rows),
    technicians: (rows) => techniciansSection(shown, rows),
  }
  const drawn = <Name extends ReportName>(name: Name) => {
    const rows = reports[name]
    if (rows === null) return reportSection(name, shown, nothingYet(TEXTS.slow))
    return draw[name](rows as NonNullable<Reports[Name]>)
  }
  return html`<div class="reports">${REPORTS.map((name) => drawn(name))}</div>`
}

// Spreadsheets recognize UTF-8 only by a byte order mark.
const BYTE_ORDER_MARK = '\uFEFF'

/** `/app/{organizationId}/reports/jobs.csv`: the API's CSV, for a browser with the session cookie. */
async function sendReport({ staff, params, request, reply }: StaffVisit) {
  const name = REPORTS.find((each) => params.file === `${each}.csv`)
  if (name === undefined) throw pageNotFound()
  requireMay(staff, 'getJobsReport')
  const query = request.url.split('?')[1] ?? ''
  const response = await staff.call<string & ErrorBody>({
    method: 'GET',
    url: `/reports/${name}?${query}`,
    accept: 'text/csv',
  })
  if (response.status !== 200) throw new RefusedRead(response)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', response.headers['content-disposition'])
    .send(BYTE_ORDER_MARK + response.body)
}
