import { placeOf, streetOf } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { TECHNICIAN_WORK } from '../board/work.ts'
import { changeForm, hidden } from '../change-form.ts'
import { doneNotice } from '../list.ts'
import { confirmButton, ifMay, section, statusBadge } from '../parts.ts'
import type { Reschedule } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import type { ProjectVisit } from '../visits.ts'
import { websiteLink } from '../website/page.ts'
import { clientLink, delivery } from './delivery.ts'
import { details, type Editing, readEditing } from './facts.ts'
import { files } from './files.ts'
import { invoice } from './invoice.ts'
import { nextMove } from './moves.ts'
import { PLAN } from './plan-texts.ts'
import { readView, type View, type Visit } from './read.ts'
import { replacing } from './replace.ts'
import { isWorkNow, rounds } from './rounds.ts'
import { situation } from './situation.ts'
import { type SectionName, TEXTS } from './texts.ts'

/** A project's page: situation and work on the left, facts on the right. */
function projectPage(view: View, editing: Editing | undefined, problem?: string): Html {
  const { delivery: shown, invoices } = view
  const part = (name: SectionName, content: Html) =>
    section(name, TEXTS.sectionNames[name], content)
  const changes = view.rounds.data.length > 0 ? part('changes', rounds(view)) : nothing
  const isFirst = isWorkNow(view)
  return html`<div class="two" data-offline="${TEXTS.offline}"><div class="lead" id="lead">${situation(view)}
${isFirst ? changes : nothing}</div>
<div class="side">${details(view, editing)}
${view.visits.length > 0 || view.staff.may('createVisit') ? part('visits', visits(view)) : nothing}
${shown ? part('client', clientLink(view, shown)) : nothing}
${invoices ? part('invoice', invoice(view, invoices, problem)) : nothing}</div>
<div class="record">${part('files', files(view))}
${isFirst ? nothing : changes}
${part('delivery', delivery(view, website(view)))}
${part('history', history(view))}</div></div>`
}

/** Sends a project's page. @param refused a fact's refused form */
export async function show(
  visit: Visit,
  notice?: Notice,
  refused?: Pick<Editing, 'name' | 'fields' | 'problems'>,
) {
  const view = await readView(visit)
  const { project } = view
  const [street, place] = [streetOf(project), placeOf(project)]
  return sendStaffPage(visit, {
    title: street || place || COMMON.noAddress,
    tools: html`${statusBadge(project.status)}${street && place ? html`<span class="soft" dir="auto">${place}</span>` : nothing}`,
    action: html`<div class="moves">${upload(view)}${nextMove(view)}</div>`,
    notice: notice ?? doneOf(view, visit.query),
    styles: ['staff/project/style.css'],
    module: 'staff/project/browser/main.ts',
    ...replacing(visit, [...view.media, ...view.replaced]),
    body: projectPage(view, await readEditing(visit, project, refused), notice?.text),
  })
}

/** The link to the property's website, for people who may edit it; for editors, if the job is assigned to them. */
function website({ staff, project, here }: View): Html {
  if (staff.role === 'EDITOR' && project.editorId !== staff.userId) return nothing
  return ifMay(staff, 'putWebsite', () => websiteLink(here))
}

function upload({ staff, here }: View): Html {
  return ifMay(
    staff,
    'presignUploads',
    () => html`<a class="button" href="${here}/upload">${icon('upload')}${TEXTS.upload}</a>`,
  )
}

function doneOf({ delivery }: View, query: URLSearchParams): Notice | undefined {
  const notice = doneNotice(query, TEXTS.done)
  if (query.get('done') !== 'delivered' || !delivery?.body.deliveryUrl) return notice
  return notice && { ...notice, text: `${notice.text} ${TEXTS.delivery.linkBelow}` }
}

/** A project's status changes and reschedules, newest first. */
function history(view: View): Html {
  const { history: list, isOlder, here, when } = view
  const moves = isOlder ? [] : (view.reschedules ?? [])
  if (list.data.length + moves.length === 0) return html`<p>${TEXTS.history.none}</p>`
  const older = list.nextCursor && new URLSearchParams({ history: list.nextCursor })
  const entries = [
    ...list.data.map((each) => {
      const { fromStatus, toStatus, changedAt, reason } = each
      const content = html`<li class="${toStatus}"><b>${TEXTS.history.change(STATUS_NAMES[fromStatus], STATUS_NAMES[toStatus])}</b>
<span dir="auto">${byWhom(view, each)}</span> ${when.time(changedAt)}${said(reason)}</li>`
      return { changedAt, content }
    }),
    ...moves.map((each) => ({ changedAt: each.changedAt, content: moved(view, each) })),
  ].sort((a, b) => b.changedAt.localeCompare(a.changedAt))
  return html`<ol class="timeline">${entries.map(({ content }) => content)}</ol>
<p>${isOlder ? html`<a href="${here}#history">${TEXTS.history.newest}</a> ` : nothing}${older ? html`<a href="${here}?${older}#history">${TEXTS.history.older}</a>` : nothing}</p>`
}

function moved(view: View, move: Reschedule): Html {
  const { staff, when } = view
  const { previousTime, scheduledTime, feeAmount, currency, isFeeWaived, reason } = move
  const { dayAndTime, money } = staff.format
  const fee =
    feeAmount > 0 && currency !== null
      ? PLAN.feeOf(money(feeAmount, currency))
      : isFeeWaived
        ? PLAN.waived
        : ''
  return html`<li><b>${PLAN.moved(dayAndTime(previousTime), dayAndTime(scheduledTime))}</b>
<span dir="auto">${[byWhom(view, move), fee].filter(Boolean).join(' · ')}</span> ${when.time(move.changedAt)}${said(reason)}</li>`
}

function said(reason: string | null): Html {
  return reason === null ? nothing : html`<br><span class="soft" dir="auto">${reason}</span>`
}

type Change = View['history']['data'][number]

function byWhom(
  { nameOf, clientName }: View,
  { changedByUserId, changedByApiKeyId }: Pick<Change, 'changedByUserId' | 'changedByApiKeyId'>,
): string {
  if (changedByUserId === null) return clientName
  const name = nameOf(changedByUserId)
  return changedByApiKeyId === null ? name : TEXTS.history.byKey(name)
}

/** The visits of a project by time, each with the actions the role allows. */
function visits(view: View): Html {
  const { staff, here, project, visits: all } = view
  const mayChange = staff.may('updateVisit')
  const isAhead = all.length === 0 && TECHNICIAN_WORK.includes(project.status)
  const actions = html`<div class="actions">${
    isAhead
      ? html`<a class="button" href="${here}/reschedule">${PLAN.reschedule.title}</a>`
      : nothing
  }<a class="button" href="${here}/visits/new">${PLAN.add}</a></div>`
  return html`${all.length === 0 ? nothing : html`<ul class="plain visits">${all.map((each) => visitRow(view, each))}</ul>`}
${mayChange ? actions : nothing}`
}

function visitRow({ staff, here, when, nameOf, project }: View, visit: ProjectVisit): Html {
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
