import type { Schemas } from '@mediajobs/client'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { refusal } from '../list.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import { TEXTS } from './texts.ts'

/**
 * Starts the download of the original files. The page forwards to the archive with `Refresh`: browsers apply
 * `form-action` to redirects of forms, and archives are often on another origin.
 */
export async function downloadOriginals(visit: Visit): Promise<FastifyReply> {
  const { staff, url } = visit
  const response = await staff.call<Schemas['Archive'] & ErrorBody>({
    method: 'POST',
    url: `${url}/archive`,
    payload: { size: 'original' },
  })
  const { status, body } = response
  if (status === 404 || status >= 500) return sendStaffProblem(visit, response)
  if (status !== 201) {
    noteRefusal(visit, response)
    return show(visit, refusal(body))
  }
  visit.reply.header('refresh', `0; url=${body.url}`)
  const { starting: text, startNow } = TEXTS.files
  return show(visit, { kind: 'done', text, link: { url: body.url, text: startNow } })
}
