import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { InvalidInput, invalidBody } from '../../errors.ts'
import { noteBody } from '../../idempotency-body.ts'
import { complexityOf, valuesAllowed } from '../../json-complexity.ts'
import { decode, faultOf, parse, refuseComplex } from '../../json-text.ts'

/**
 * Parses bodies as JSON in UTF-8. Fastify's own parser replaces bytes that are not UTF-8, accepts strings
 * that can't be stored, and does not state what is wrong. This one also counts the values before it parses
 * them: 1 MiB of JSON may contain half a million objects.
 */
export const jsonBody = fp(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const maxValues = valuesAllowed(request.routeOptions.bodyLimit)
      const complexity = complexityOf(body, maxValues)
      refuseComplex(complexity, maxValues)
      const text = decode(body)
      if (text.trim() === '') throw invalidBody('required', 'body is empty: send a JSON object')
      const value = parse(text)
      const fault = faultOf(value, text, complexity.values)
      if (fault !== undefined) throw new InvalidInput([fault])
      noteBody(request, body)
      return value
    },
  )
})
