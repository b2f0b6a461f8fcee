import { REVISION_ITEM_STATUSES, type RevisionItemStatus } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { askAgain } from '../change.ts'
import type { Item } from '../records.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { back, change } from './change.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

/**
 * Answers an item of a round. A list of rounds has no ETag of an item: the form has what the person saw, and the
 * item must still be so.
 */
export async function answerItem(visit: Visit, roundId: string, itemId: string) {
  const { request, reply, staff } = visit
  const [round, item] = [roundId, itemId].map(encodeURIComponent)
  const url = `${visit.url}/revisions/${round}/items/${item}`
  const form = formOf(request)
  const status = form.text('status') ?? ''
  const answer = form.text('answer')?.trim() || null
  const found = await staff.call<Item & ErrorBody>({ method: 'GET', url })
  if (found.status !== 200) return sendStaffProblem(request, reply, staff, found)
  const { body: now } = found
  const isSeen =
    now.status === form.text('was-status') && (now.answer ?? '') === form.text('was-answer')
  const wanted = inWords(status, answer)
  if (!isSeen && inWords(now.status, now.answer) !== wanted) {
    return askAgain(
      visit,
      {
        texts: (item) => [wanted, inWords(item.status, item.answer)],
        same: () => back(visit, 'same', 'changes'),
        back: `${visit.here}#changes`,
        fields: { 'was-status': now.status, 'was-answer': now.answer ?? '' },
      },
      { headers: {}, body: now },
    )
  }
  return change<Item>(visit, {
    call: {
      method: 'PATCH',
      url,
      payload: { status, answer },
      ifMatch: String(found.headers.etag),
    },
    done: 'answered',
    section: 'changes',
    record: { url, wanted: () => wanted, now: (each) => inWords(each.status, each.answer) },
  })
}

function inWords(status: string, answer: string | null): string {
  const name = isStatus(status) ? TEXTS.rounds.statuses[status] : status
  return answer === null ? name : `${name}: ${answer}`
}

function isStatus(text: string): text is RevisionItemStatus {
  return (REVISION_ITEM_STATUSES as readonly string[]).includes(text)
}
