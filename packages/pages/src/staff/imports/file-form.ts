import { MAX_FILE_FORM_FIELDS } from '@mediajobs/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PageError } from '../../errors.ts'

/** The fields of a form, and the file that it has. */
class FileForm extends URLSearchParams {
  file: Buffer | undefined
}

/** Takes forms with a file, on the routes of `app`. */
export function takeFiles(app: FastifyInstance): void {
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
