import { BULK_IMPORT_KINDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { apiMessageOf } from '../../message.ts'
import { change } from '../change.ts'
import { fileOf } from '../file-form.ts'
import { badRequest, problem } from '../list.ts'
import { nothingHere } from '../read-record.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { type BulkImport, TEXTS } from './visit.ts'

/** Sends the file of a form to the API: for a check, or to import it. */
export async function sendFile(
  visit: StaffVisit,
  dryRun: boolean,
  refuse: (notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, at } = visit
  const form = formOf(request)
  const payload = fileOf(request)?.bytes
  if (!payload) return badRequest(visit, TEXTS.noFile, refuse)
  const kind = BULK_IMPORT_KINDS.find((each) => each === form.text('kind'))
  if (!kind) throw nothingHere()
  const emitEvents = form.text('emitEvents') !== undefined
  const query = new URLSearchParams({ dryRun: String(dryRun), emitEvents: String(emitEvents) })
  const url = `/bulk-imports/${kind.toLowerCase()}?${query}`
  return change<BulkImport>(visit, {
    call: { method: 'POST', url, payload, contentType: 'text/csv' },
    done: ({ body }) => reply.redirect(`${at}/${body.id}?new=yes`, 303),
    refuse: ({ body }) => refuse(problem(messageOfFile(body))),
  })
}

/** An API message about a file, replacing “body” with “file”. */
export function messageOfFile(refusal: Parameters<typeof apiMessageOf>[0]): string {
  return apiMessageOf(refusal).replaceAll(/\bbody\b/g, TEXTS.inFile)
}
