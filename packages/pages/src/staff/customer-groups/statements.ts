import type { Schemas } from '@mediajobs/client'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, field } from '../change-form.ts'
import { dayIn } from '../day.ts'
import { refusal } from '../list.ts'
import { section } from '../parts.ts'
import { readList } from '../read-record.ts'
import type { CustomerGroup, Invoice } from '../records.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { TEXTS } from './texts.ts'

export type Statement = Schemas['Statement']
type Sent = Promise<import('fastify').FastifyReply>

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
${made ? leftOut(visit, made) : nothing}
${billingCustomerId === null ? nothing : form()}
${statements.length === 0 ? nothing : html`<ul class="records">${statements.map((each) => row(visit, each))}</ul>`}`,
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

function row(visit: StaffVisit, invoice: Invoice): Html {
  const { format } = visit.staff
  const { number, notes, projectIds, totalAmount, currency } = invoice
  return html`<li><span><a href="${addressOf(visit, invoice)}">${number ?? TEXTS.draft}</a></span>
<span>${format.money(totalAmount, currency)}</span>
<span class="soft" dir="auto">${[TEXTS.jobs(projectIds.length), notes].filter(Boolean).join(' · ')}</span></li>`
}

function leftOut({ home }: StaffVisit, { leftOut }: Statement): Html {
  if (leftOut.length === 0) return nothing
  return html`<h3>${TEXTS.leftOut}</h3><ul class="plain">${leftOut.map(
    ({ projectId, reason }) =>
      html`<li>${TEXTS.reasons[reason]} <a href="${home}/projects/${projectId}">${TEXTS.job}</a></li>`,
  )}</ul>`
}

/** Creates a statement, and lists the jobs left off. */
export function createStatement(
  visit: StaffVisit,
  show: (shown: { notice: Notice; made?: Statement }) => Sent,
): Sent {
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
