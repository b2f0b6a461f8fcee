import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { doneNotice } from '../list.ts'
import { facts, section, statusBadge } from '../parts.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import { writtenFacts } from '../written-fields.ts'
import { assignments } from './assignments.ts'
import { delivery } from './delivery.ts'
import { files, urlsOf } from './files.ts'
import { invoice } from './invoice.ts'
import { moveButtons } from './moves.ts'
import { readView, type View, type Visit } from './read.ts'
import { rounds } from './rounds.ts'
import { type SectionName, TEXTS } from './texts.ts'

/** The page of a project: what and when, the next move, and its parts. */
function projectPage(view: View): Html {
  const names = TEXTS.sectionNames
  const parts: Partial<Record<SectionName, Html>> = {
    files: files(view),
    changes: rounds(view),
    delivery: delivery(view),
    ...(view.invoices && { invoice: invoice(view, view.invoices) }),
    assignments: assignments(view),
    history: history(view),
  }
  const shown = Object.entries(parts) as [SectionName, Html][]
  return html`${factsOf(view)}
${moveButtons(view)}
<nav class="tabs parts" aria-label="${TEXTS.sections}">${shown.map(([name]) => html`<a href="#${name}">${names[name]}</a>`)}</nav>
${shown.map(([name, content]) => section(name, names[name], content))}`
}

function factsOf({ staff, here, project, customer, people }: View): Html {
  const { status, scheduledTime, estimatedDuration, technicianId } = project
  const { dayAndTime, minutes } = staff.format
  const texts = TEXTS.facts
  const length = estimatedDuration === null ? '' : ` · ${minutes(estimatedDuration)}`
  return facts(
    [
      [texts.status, statusBadge(status)],
      [
        texts.when,
        html`<time datetime="${scheduledTime}">${dayAndTime(scheduledTime)}</time>${length}`,
      ],
      [
        texts.customer,
        customer &&
          html`<a dir="auto" href="${here}/../../customers/${customer.id}">${[customer.name, customer.company].filter(Boolean).join(', ')}</a>`,
      ],
      [
        texts.technician,
        technicianId === null
          ? html`<b class="alarm">${TEXTS.nobody}</b>`
          : people.nameOf(technicianId),
      ],
      ...writtenFacts(project),
    ],
    true,
  )
}

/** Sends the page of a project. */
export async function show(visit: Visit, notice?: Notice) {
  const view = await readView(visit)
  return sendStaffPage(visit, {
    title: addressLine(view.project) || COMMON.noAddress,
    notice: notice ?? doneOf(view, visit.query),
    styles: ['staff/project/style.css'],
    module: 'staff/project/browser/main.ts',
    urls: urlsOf(view.media),
    body: projectPage(view),
  })
}

function doneOf({ delivery }: View, query: URLSearchParams): Notice | undefined {
  const notice = doneNotice(query, TEXTS.done)
  if (query.get('done') !== 'delivered' || !delivery?.body.deliveryUrl) return notice
  return notice && { ...notice, text: `${notice.text} ${TEXTS.delivery.linkBelow}` }
}

/** The section with the status changes of a project, the newest first. */
function history(view: View): Html {
  const { history: list, isOlder, here, staff } = view
  const texts = TEXTS.history
  if (list.data.length === 0) return html`<p>${texts.none}</p>`
  const older = list.nextCursor && new URLSearchParams({ history: list.nextCursor })
  return html`<ol class="records">${list.data.map((each) => {
    const { fromStatus, toStatus, changedAt } = each
    return html`<li><b>${texts.change(STATUS_NAMES[fromStatus], STATUS_NAMES[toStatus])}</b>
<span dir="auto">${byWhom(view, each)}</span>
<time class="soft" datetime="${changedAt}">${staff.format.dayAndTime(changedAt)}</time></li>`
  })}</ol>
<p>${isOlder ? html`<a href="${here}#history">${texts.newest}</a> ` : nothing}${older ? html`<a href="${here}?${older}#history">${texts.older}</a>` : nothing}</p>`
}

type Change = View['history']['data'][number]

function byWhom({ people }: View, { changedByUserId, changedByApiKeyId }: Change): string {
  if (changedByUserId === null) return TEXTS.history.client
  const name = people.nameOf(changedByUserId)
  return changedByApiKeyId === null ? name : TEXTS.history.byKey(name)
}
