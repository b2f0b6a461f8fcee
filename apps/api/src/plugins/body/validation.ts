import { MAX_VIOLATIONS, type RefusedField } from '@mediajobs/domain'
import type { AnySchemaObject, ValidateFunction } from 'ajv'
import type { FastifyError, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import { InvalidInput } from '../../vocabulary/errors.ts'
import { createAjv, endingSchema } from './ajv.ts'
import { ignoredIn, noteIgnored, unknownFieldsOf } from './unknown-fields.ts'
import { violationsOf } from './violations.ts'

type Validator = ReturnType<FastifySchemaCompiler<AnySchemaObject>>

const NO_PARAMETERS = { type: 'object', properties: {} }

/**
 * In bodies, types are not coerced, and unknown fields are dropped at every depth and noted. In queries and
 * path parameters, types are coerced, and an unknown query parameter is refused.
 */
export const validation = fp(async (app) => {
  app.setValidatorCompiler(validatorOf)

  app.addHook('onRoute', (route) => {
    if (route.schema?.hide || route.method === 'OPTIONS') return
    // A route without query parameters refuses them too, so that none is silently ignored.
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NO_PARAMETERS }
  })
})

const bodies = createAjv(false)
const texts = createAjv('array')
const validators = new Map<string, WeakMap<AnySchemaObject, Validator>>()

// Most routes share the schemas of path and query: without this, four of five would be compiled again. Two apps
// of one process share all of them, which halves the start of the second.
const validatorOf: FastifySchemaCompiler<AnySchemaObject> = ({ schema, httpPart = '' }) => {
  const ofPart = validators.get(httpPart) ?? new WeakMap<AnySchemaObject, Validator>()
  validators.set(httpPart, ofPart)
  const validator = ofPart.get(schema) ?? compile(schema, httpPart)
  ofPart.set(schema, validator)
  return validator
}

function compile(schema: AnySchemaObject, part: string): Validator {
  const ending = endingSchema(schema)
  if (part === 'body') return bodyValidator(bodies.compile(ending), ending)
  return textValidator(texts.compile(ending), ending, part)
}

function bodyValidator(validate: ValidateFunction, schema: AnySchemaObject) {
  const dropUnknown = unknownFieldsOf(schema)
  return (body: unknown) => {
    const ignored = dropUnknown(body)
    if (!validate(body)) {
      const violations = violationsOf(validate.errors ?? [], schema, body)
      return { error: failure(new InvalidInput(violations, ignored)) }
    }
    if (ignored.length > 0) noteIgnored(body as object, [...ignored, ...ignoredIn(body)])
    return { value: body }
  }
}

// Ajv coerces all text that JavaScript reads as a number, `0x10` and ` 1` too.
const WHOLE_NUMBER = /^-?\d+$/

function textValidator(validate: ValidateFunction, schema: AnySchemaObject, part: string) {
  const properties: Record<string, AnySchemaObject> = schema.properties ?? {}
  const known = new Set(Object.keys(properties))
  const integers = [...known].filter((name) => properties[name]?.type === 'integer')
  return (values: Record<string, unknown>) => {
    for (const name of integers) {
      const text = values[name]
      if (typeof text === 'string' && !WHOLE_NUMBER.test(text)) values[name] = 'no whole number'
    }
    const unknown = part === 'querystring' ? unknownParameters(values, known) : []
    if (validate(values) && unknown.length === 0) return { value: values }
    const violations = [...unknown, ...violationsOf(validate.errors ?? [], schema, values)]
    return { error: failure(new InvalidInput(violations)) }
  }
}

function unknownParameters(values: object, known: ReadonlySet<string>): RefusedField[] {
  const list = known.size > 0 ? `known are ${[...known].sort().join(', ')}` : 'this takes none'
  return Object.keys(values)
    .filter((name) => !known.has(name))
    .slice(0, MAX_VIOLATIONS)
    .map((name) => ({
      path: name,
      code: 'unknown_field',
      message: `${name} is not a query parameter of this request: ${list}`,
    }))
}

// Fastify declares the error of a validator as its own type, but accepts any error.
function failure(error: InvalidInput): FastifyError {
  return error as unknown as FastifyError
}
