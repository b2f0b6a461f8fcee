import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Parses `<form method="post">` bodies on the routes of `app`. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )
}

/** The fields of a form; `undefined` if not sent. */
export interface Form {
  /** With LF line endings. */
  text(name: string): string | undefined
  /** All values of a repeated field, such as checkboxes. */
  texts(name: string): string[]
}

/** The form of a request; empty without a body. */
export function formOf({ body }: Pick<FastifyRequest, 'body'>): Form {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams()
  return {
    text(name) {
      const text = fields.get(name)
      return text === null ? undefined : withLineFeeds(text)
    },
    texts: (name) => fields.getAll(name).map(withLineFeeds),
  }
}

// Browsers send CR LF (HTML standard, "constructing the form data set").
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
