import { type Html, html, nothing } from '../../html.ts'
import { changeForm, hidden } from '../change-form.ts'
import { confirmButton } from '../parts.ts'
import type { ProjectVisit } from '../visits.ts'
import { PLAN } from './plan-texts.ts'
import type { View } from './read.ts'

/** The visits of a project by time, each with the actions the role allows. */
export function visits(view: View): Html {
  const { staff, here, project, visits: all } = view
  const mayChange = staff.may('updateVisit')
  const isOpen = project.status !== 'CANCELLED'
  const actions = html`<div class="actions">${
    isOpen && all.length === 0
      ? html`<a class="button" href="${here}/reschedule">${PLAN.reschedule.title}</a>`
      : nothing
  }<a class="button" href="${here}/visits/new">${PLAN.add}</a></div>`
  return html`${all.length === 0 ? nothing : html`<ul class="plain visits">${all.map((each) => row(view, each))}</ul>`}
${mayChange ? actions : nothing}`
}

function row({ staff, here, when, nameOf, project }: View, visit: ProjectVisit): Html {
  const { id, kind, scheduledTime, durationMinutes, technicianId, status } = visit
  const who = technicianId === null ? PLAN.nobody : nameOf(technicianId)
  const about = [
    durationMinutes === null ? undefined : staff.format.minutes(durationMinutes),
    who,
    status === 'PLANNED' ? undefined : PLAN.statuses[status],
  ]
  const isPlanned = status === 'PLANNED' && project.status !== 'CANCELLED'
  const actions = html`<div class="actions">${isPlanned ? html`<a class="button" href="${here}/reschedule?visitId=${id}">${PLAN.reschedule.title}</a>` : nothing}<a class="button" href="${here}/visits/${id}">${PLAN.change}</a>${statusButtons(here, visit)}</div>`
  return html`<li id="visit-${id}"><p><b>${PLAN.kinds[kind]}</b> ${when.time(scheduledTime)} <span class="soft" dir="auto">${about.filter(Boolean).join(' · ')}</span></p>
${staff.may('updateVisit') ? actions : nothing}</li>`
}

function statusButtons(here: string, { id, version, status }: ProjectVisit): Html {
  const form = { action: `${here}/visits/${id}/status`, etag: `"${version}"` }
  const button = (to: ProjectVisit['status'], text: string) =>
    changeForm({ ...form, content: html`<button name="to" value="${to}">${text}</button>` })
  if (status !== 'PLANNED') return button('PLANNED', PLAN.reopen)
  const fields = hidden({ to: 'CANCELLED' })
  const question = PLAN.cancelVisitSure
  return html`${button('DONE', PLAN.done)}${confirmButton({ ...form, label: PLAN.cancelVisit, question, fields })}`
}
