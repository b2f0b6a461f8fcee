import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Takes what a browser sends for a `<form method="post">`, on the routes of `app`. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )
}

/** The fields of a form. A field that was not sent is `undefined`. */
export interface Form {
  /** Line ends are LF. */
  text(name: string): string | undefined
  /** Each value of a field that can have several: checkboxes. */
  texts(name: string): string[]
}

/** The form of a request; one without fields when it has none. */
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

// A browser sends line ends as CR LF (the HTML standard, "constructing the form data set").
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
