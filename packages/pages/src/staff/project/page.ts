import { placeOf, streetOf } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { doneNotice } from '../list.ts'
import { ifMay, section, statusBadge } from '../parts.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { COMMON } from '../texts.ts'
import { websiteLink } from '../website/page.ts'
import { clientLink, delivery } from './delivery.ts'
import { details } from './details.ts'
import { type Editing, readEditing } from './facts.ts'
import { files } from './files.ts'
import { history } from './history.ts'
import { invoice } from './invoice.ts'
import { nextMove } from './moves.ts'
import { readView, type View, type Visit } from './read.ts'
import { replacing } from './replace.ts'
import { isWorkNow, rounds } from './rounds.ts'
import { situation } from './situation.ts'
import { type SectionName, TEXTS } from './texts.ts'
import { visits } from './visits.ts'

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

/** Shown to people who may edit it; to editors, for jobs assigned to them. */
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
