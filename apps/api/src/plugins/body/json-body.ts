import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError } from '../../errors.ts'
import { noteBody } from '../../idempotency-body.ts'
import { complexityOf, excessOf, valuesAllowed } from '../../json-complexity.ts'
import { repeatedName, valuesIn } from '../../json-names.ts'
import { decode, invalidBody, parse } from '../../json-text.ts'
import { unstorablePath } from '../../unstorable.ts'

/**
 * Bodies are JSON in UTF-8. Fastify's own parser replaces bytes that are no UTF-8, lets through
 * strings that cannot be stored, and does not say what is wrong. Here a body is also counted before it
 * is parsed: 1 MiB of JSON may hold half a million objects.
 */
export const jsonBody = fp(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const values = countValues(body, valuesAllowed(request.routeOptions.bodyLimit))
      const text = decode(body)
      if (text.trim() === '') throw invalidBody('body is empty: send a JSON object')
      const value = parse(text)
      // `JSON.parse` keeps the last of two members with one name: the other one would be lost unseen.
      if (valuesIn(value) < values) throw invalidBody(`${repeatedName(text)} is given twice`)
      const path = unstorablePath(value, text)
      if (path !== undefined) throw invalidBody(`${path} has a character that is no text`)
      noteBody(request, body)
      return value
    },
  )
})

function countValues(body: Buffer, maxValues: number): number {
  const complexity = complexityOf(body, maxValues)
  const excess = excessOf(complexity, maxValues)
  if (excess !== undefined) throw new HttpError(400, 'body_too_complex', `body ${excess}`)
  return complexity.values
}
