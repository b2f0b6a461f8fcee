import { MAX_FILE_FORM_FIELDS } from '@mediajobs/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PageError } from '../errors.ts'

/** A form's fields and file. */
class FileForm extends URLSearchParams {
  file: SentFile | undefined
}

interface SentFile {
  bytes: Buffer
  /** As the browser says. */
  type: string
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
        else if (value.size > 0) {
          form.file = { bytes: Buffer.from(await value.arrayBuffer()), type: value.type }
        }
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
export function fileOf({ body }: FastifyRequest): SentFile | undefined {
  return body instanceof FileForm ? body.file : undefined
}
