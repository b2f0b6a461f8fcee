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

/** A form's fields and file. */
class FileForm extends URLSearchParams {
  file: Buffer | undefined
}

/** Makes the routes of `app` accept only forms with a file. */
export function takeFiles(app: FastifyInstance): void {
  // Its parser doesn't limit the number of fields, and these routes accept 16 MiB.
  app.removeContentTypeParser('application/x-www-form-urlencoded')
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      const type = headers['content-type'] ?? ''
      // Parsing 16 MiB of nothing but fields takes over a second.
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
        // Browsers send an empty file if none is chosen.
        else if (value.size > 0) form.file = Buffer.from(await value.arrayBuffer())
      }
      return form
    },
  )
}

// The only parameter, in the characters of RFC 2046 (section 5.1.1) and without escapes, as sent by browsers.
const BOUNDARY = /^multipart\/form-data\s*;\s*boundary="?([\w'()+,./:=?-]{1,70})"?$/i

// RFC 7578, section 4.1: the delimiter precedes each field and follows the last.
function hasTooManyFields(body: Buffer, type: string): boolean {
  const boundary = BOUNDARY.exec(type)?.[1]
  // Other spellings, such as escapes, might be counted and parsed differently.
  if (boundary === undefined) return true
  const delimiter = `--${boundary}`
  let at = -1
  for (let fields = 0; fields <= MAX_FILE_FORM_FIELDS + 1; fields++) {
    at = body.indexOf(delimiter, at + 1)
    if (at < 0) return false
  }
  return true
}

/** The file of a form; `undefined` if none was chosen. */
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

/** An API message about a file, replacing “body” with “file”. */
export function messageOfFile(refusal: Parameters<typeof apiMessageOf>[0]): string {
  return apiMessageOf(refusal).replaceAll(/\bbody\b/g, TEXTS.inFile)
}
