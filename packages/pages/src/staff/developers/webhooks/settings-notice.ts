import type { ApiResponse, ErrorBody } from '../../../call-api.ts'
import type { Notice } from '../../send-staff-page.ts'
import { noteRefusal } from '../../send-staff-problem.ts'
import { refusedNotice } from '../refused-notice.ts'
import type { Visit } from '../visit.ts'
import { type Draft, problemsOf } from './draft.ts'
import { TEXTS } from './texts.ts'

/** Says what is wrong with a form that is not worth a call. */
export function draftNotice({ reply }: Visit, draft: Draft): Notice | undefined {
  const problems = problemsOf(draft)
  if (problems.length === 0) return undefined
  reply.code(400)
  return { kind: 'problem', text: problems.join(' ') }
}

/**
 * The sentence of settings that were refused.
 *
 * @throws {RefusedRead} for what no form can mend.
 */
export function settingsNotice(visit: Visit, response: ApiResponse<ErrorBody>): Notice {
  if (response.status !== 404) return refusedNotice(visit, response)
  noteRefusal(visit.request, visit.reply, response)
  return { kind: 'problem', text: TEXTS.filterGone }
}
