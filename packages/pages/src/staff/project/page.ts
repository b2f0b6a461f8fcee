import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { one } from '../own-address.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { statusBadge } from '../status.ts'
import { STATUS_NAMES } from '../texts.ts'
import { writtenFacts } from '../written-fields.ts'
import { assignments } from './assignments.ts'
import { delivery } from './delivery.ts'
import { files, urlsOf } from './files.ts'
import { invoice } from './invoice.ts'
import { moveButtons } from './moves.ts'
import { readView, type View, type Visit } from './read.ts'
import { rounds } from './rounds.ts'
import { type Done, type SectionName, TEXTS } from './texts.ts'

interface Section {
  name: SectionName
  content: Html
}

/** The page of a project: what and when, the next move, and its parts. */
function projectPage(view: View): Html {
  const sections = sectionsOf(view)
  return html`${facts(view)}
${moveButtons(view)}
<nav class="parts" aria-label="${TEXTS.sections}">${sections.map(
    ({ name }) => html`<a href="#${name}">${TEXTS.sectionNames[name]}</a>`,
  )}</nav>
${sections.map(
  ({ name, content }) => html`<section id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${TEXTS.sectionNames[name]}</h2>
${content}</section>`,
)}`
}

function sectionsOf(view: View): Section[] {
  return [
    { name: 'files', content: files(view) },
    { name: 'changes', content: rounds(view) },
    { name: 'delivery', content: delivery(view) },
    ...(view.invoices ? [{ name: 'invoice', content: invoice(view, view.invoices) } as const] : []),
    { name: 'assignments', content: assignments(view) },
    { name: 'history', content: history(view) },
  ]
}

function facts({ staff, here, project, customer, people }: View): Html {
  const { status, scheduledTime, estimatedDuration, technicianId } = project
  const { dayAndTime, minutes } = staff.format
  const texts = TEXTS.facts
  return html`<dl class="facts">
<dt>${texts.status}</dt><dd>${statusBadge(status)}</dd>
<dt>${texts.when}</dt><dd><time datetime="${scheduledTime}">${dayAndTime(scheduledTime)}</time>${estimatedDuration === null ? nothing : html` · ${minutes(estimatedDuration)}`}</dd>
${customer ? html`<dt>${texts.customer}</dt><dd dir="auto"><a href="${here}/../../customers/${customer.id}">${customer.name}${customer.company ? html`, ${customer.company}` : nothing}</a></dd>` : nothing}
<dt>${texts.technician}</dt><dd dir="auto">${technicianId === null ? html`<b class="alarm">${TEXTS.nobody}</b>` : people.nameOf(technicianId)}</dd>
${writtenFacts(project)}
</dl>`
}

/** Sends the page of a project. */
export async function show(visit: Visit, notice?: Notice) {
  const { request } = visit
  const view = await readView(visit)
  if ('status' in view) return sendStaffProblem(visit, view)
  return sendStaffPage(visit, {
    title: addressLine(view.project) || TEXTS.noAddress,
    notice: notice ?? doneNotice(view, one(request.query, 'done')),
    styles: ['staff/project/style.css'],
    module: 'staff/project/browser/main.ts',
    urls: urlsOf(view.media),
    body: projectPage(view),
  })
}

function doneNotice({ delivery }: View, done: string | undefined): Notice | undefined {
  if (done === undefined || !Object.hasOwn(TEXTS.done, done)) return undefined
  const hasLink = done === 'delivered' && delivery?.body.deliveryUrl
  const more = hasLink ? ` ${TEXTS.delivery.linkBelow}` : ''
  return { kind: 'done', text: TEXTS.done[done as Done] + more }
}

/** The section with the status changes of a project, the newest first. */
function history(view: View): Html {
  const { history: list, isOlder, here, staff } = view
  const texts = TEXTS.history
  if (list.data.length === 0) return html`<p>${texts.none}</p>`
  const older = list.nextCursor && new URLSearchParams({ history: list.nextCursor })
  return html`<ol class="plain changes">${list.data.map(
    (
      change,
    ) => html`<li><b>${texts.change(STATUS_NAMES[change.fromStatus], STATUS_NAMES[change.toStatus])}</b>
<span dir="auto">${byWhom(view, change)}</span>
<time class="soft" datetime="${change.changedAt}">${staff.format.dayAndTime(change.changedAt)}</time></li>`,
  )}</ol>
<p>${isOlder ? html`<a href="${here}#history">${texts.newest}</a> ` : nothing}${older ? html`<a href="${here}?${older}#history">${texts.older}</a>` : nothing}</p>`
}

type Change = View['history']['data'][number]

function byWhom({ people }: View, { changedByUserId, changedByApiKeyId }: Change): string {
  if (changedByUserId === null) return TEXTS.history.client
  const name = people.nameOf(changedByUserId)
  return changedByApiKeyId === null ? name : TEXTS.history.byKey(name)
}
