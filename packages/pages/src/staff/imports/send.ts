import { BULK_IMPORT_KINDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { apiMessageOf } from '../../message.ts'
import { changeOf } from '../change-form.ts'
import { nothingHere } from '../read-record.ts'
import type { Notice } from '../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import { fileOf } from './file-form.ts'
import { TEXTS } from './texts.ts'
import type { BulkImport, ImportVisit } from './visit.ts'

/** Sends the file of a form to the API: for a check, or to import it. */
export async function sendFile(
  visit: ImportVisit,
  dryRun: boolean,
  refuse: (notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, staff, list } = visit
  const form = formOf(request)
  const file = fileOf(request)
  if (!file) {
    reply.code(400)
    return refuse({ kind: 'problem', text: TEXTS.noFile })
  }
  const kind = BULK_IMPORT_KINDS.find((each) => each === form.text('kind'))
  if (!kind) throw nothingHere()
  const emitEvents = form.text('emitEvents') === 'true'
  const query = new URLSearchParams({ dryRun: String(dryRun), emitEvents: String(emitEvents) })
  const response = await staff.call<BulkImport & ErrorBody>({
    method: 'POST',
    url: `/bulk-imports/${kind.toLowerCase()}?${query}`,
    payload: file,
    contentType: 'text/csv',
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  const { status, body } = response
  if (status === 202) return reply.redirect(`${list}/${body.id}?new=yes`, 303)
  if (status === 404 || status >= 500) return sendStaffProblem(request, reply, staff, response)
  noteRefusal(request, reply, response)
  return refuse({ kind: 'problem', text: messageOfFile(body) })
}

/** Why the API refuses a file: its body is what the person calls the file. */
export function messageOfFile(refusal: Parameters<typeof apiMessageOf>[0]): string {
  return apiMessageOf(refusal).replaceAll(/\bbody\b/g, TEXTS.inFile)
}
