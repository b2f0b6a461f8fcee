import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { apiMessageOf } from '../../message.ts'
import { RefusedRead } from '../read-record.ts'
import type { Notice } from '../send-staff-page.ts'
import { noteRefusal } from '../send-staff-problem.ts'
import { DEVELOPERS } from './texts.ts'
import type { Visit } from './visit.ts'

/** What is wrong with a form: these statuses speak about what the person sent, or about when. */
const SAID = [400, 403, 409, 422, 429]

/**
 * The sentence of a refused form, for the head of its page. The page gets the status of the API.
 *
 * @throws {RefusedRead} for what no form can mend: the page is a page of that problem.
 */
export function refusedNotice({ request, reply }: Visit, response: ApiResponse<ErrorBody>): Notice {
  if (!SAID.includes(response.status)) throw new RefusedRead(response)
  noteRefusal(request, reply, response)
  const { body } = response
  const isShown = body.code === 'secret_already_shown'
  return { kind: 'problem', text: isShown ? DEVELOPERS.shownBefore : apiMessageOf(body) }
}
