import { BULK_IMPORT_KINDS, MAX_FILE_FORM_FIELDS } from '@mediajobs/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PageError } from '../../errors.ts'
import { formOf } from '../../forms.ts'
import { apiMessageOf } from '../../message.ts'
import { change } from '../change.ts'
import { badRequest, problem } from '../list.ts'
import { nothingHere } from '../read-record.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { type BulkImport, TEXTS } from './visit.ts'

/** The fields of a form, and the file that it has. */
class FileForm extends URLSearchParams {
  file: Buffer | undefined
}

/** Makes the routes of `app` take forms with a file, and no others. */
export function takeFiles(app: FastifyInstance): void {
  // Its parser has no bound on the number of fields, and the routes take 16 MiB.
  app.removeContentTypeParser('application/x-www-form-urlencoded')
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      const type = headers['content-type'] ?? ''
      // To read a form of 16 MiB takes over a second when all of it are fields.
      if (hasTooManyFields(body, type)) {
        throw new PageError(400, 'invalid_request', 'The form has too many fields.')
      }
      const sent = await new Response(body, { headers: { 'content-type': type } })
        .formData()
        .catch(() => {
          throw new PageError(400, 'invalid_request', 'The form could not be read.')
        })
      const form = new FileForm()
      for (const [name, value] of sent) {
        if (typeof value === 'string') form.append(name, value)
        // A browser sends an empty file when none is chosen.
        else if (value.size > 0) form.file = Buffer.from(await value.arrayBuffer())
      }
      return form
    },
  )
}

// The only parameter, in the characters of RFC 2046 (section 5.1.1) and without escapes, as browsers send it.
const BOUNDARY = /^multipart\/form-data\s*;\s*boundary="?([\w'()+,./:=?-]{1,70})"?$/i

// RFC 7578, section 4.1: this text comes before each field and after the last one.
function hasTooManyFields(body: Buffer, type: string): boolean {
  const boundary = BOUNDARY.exec(type)?.[1]
  // Another spelling, with escapes for instance, would be counted and parsed in different ways.
  if (boundary === undefined) return true
  const delimiter = `--${boundary}`
  let at = -1
  for (let fields = 0; fields <= MAX_FILE_FORM_FIELDS + 1; fields++) {
    at = body.indexOf(delimiter, at + 1)
    if (at < 0) return false
  }
  return true
}

/** The file of a form; `undefined` when none was chosen. */
export function fileOf({ body }: FastifyRequest): Buffer | undefined {
  return body instanceof FileForm ? body.file : undefined
}

/** Sends the file of a form to the API: for a check, or to import it. */
export async function sendFile(
  visit: StaffVisit,
  dryRun: boolean,
  refuse: (notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, at } = visit
  const form = formOf(request)
  const payload = fileOf(request)
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

/** Why the API refuses a file: its body is what the person calls the file. */
export function messageOfFile(refusal: Parameters<typeof apiMessageOf>[0]): string {
  return apiMessageOf(refusal).replaceAll(/\bbody\b/g, TEXTS.inFile)
}
