import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../../../errors.ts'

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
      const sent = await new Response(body, { headers: { 'content-type': type } })
        .formData()
        .catch(() => {
          throw new HttpError(400, 'invalid_request', 'The form could not be read.')
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

/** The file of a form; `undefined` when none was chosen. */
export function fileOf({ body }: FastifyRequest): Buffer | undefined {
  return body instanceof FileForm ? body.file : undefined
}
