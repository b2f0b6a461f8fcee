import { MAX_FORM_FIELDS } from '@mediajobs/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PageError } from './errors.ts'

/** Parses `<form method="post">` bodies on the routes of `app`. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => {
      if (hasTooMany(body)) throw tooManyFields()
      return new URLSearchParams(body)
    },
  )
}

/** Counted first: parsing costs more. */
function hasTooMany(body: string): boolean {
  let fields = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    fields += 1
    if (fields > MAX_FORM_FIELDS) return true
  }
  return false
}

export function tooManyFields(): PageError {
  return new PageError(400, 'invalid_request', 'The form has too many fields.')
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
  const fields = body instanceof URLSearchParams ? byName(body) : new Map<string, string[]>()
  return {
    text: (name) => fields.get(name)?.[0],
    texts: (name) => [...(fields.get(name) ?? [])],
  }
}

const known = new WeakMap<URLSearchParams, ReadonlyMap<string, string[]>>()

/** The values of each field. `URLSearchParams` looks through all fields for each name. */
function byName(body: URLSearchParams): ReadonlyMap<string, string[]> {
  const found = known.get(body)
  if (found) return found
  const fields = new Map<string, string[]>()
  for (const [name, text] of body) {
    const values = fields.get(name)
    if (values) values.push(withLineFeeds(text))
    else fields.set(name, [withLineFeeds(text)])
  }
  known.set(body, fields)
  return fields
}

// Browsers send CR LF (HTML standard, "constructing the form data set").
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
