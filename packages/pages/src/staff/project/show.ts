import { addressLine } from '../../format.ts'
import { one } from '../own-address.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { urlsOf } from './files.ts'
import { projectPage } from './page.ts'
import { readView, type View } from './read.ts'
import { type Done, TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

/** Sends the page of a project. */
export async function show(visit: Visit, notice?: Notice) {
  const { request, reply, staff } = visit
  const view = await readView(visit)
  if ('status' in view) return sendStaffProblem(request, reply, staff, view)
  return sendStaffPage(request, reply, staff, {
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
