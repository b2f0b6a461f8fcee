import { dayProblem, instantProblem } from '@mediajobs/domain'
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import ajvFormats from 'ajv-formats'
import type { FastifyError, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import { iso31661 } from 'iso-3166'
import { InvalidInput } from '../errors.ts'
import { noteIgnored } from '../ignored-paths.ts'
import { fieldPath, sentenceOf } from './violations.ts'

// ajv-formats is CommonJS; its callable is the default export of what Node imports.
const addFormats = ajvFormats as unknown as typeof ajvFormats.default

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NO_PARAMETERS = { type: 'object', properties: {} }
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

const countryCodes = new RegExp(`^(${iso31661.map((country) => country.alpha2).join('|')})$`)
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Bodies: types are not coerced, and unknown fields are dropped at every depth and remembered.
 * Queries and path parameters: coerced, and an unknown query parameter is refused.
 */
export const validation = fp(async (app) => {
  const bodies = createAjv(false)
  const texts = createAjv('array')
  const compile: FastifySchemaCompiler<AnySchemaObject> = ({ schema, httpPart }) => {
    const closed = closeObjects(schema)
    if (httpPart === 'body') return bodyValidator(bodies.compile(closed))
    return textValidator(texts.compile(closed), httpPart ?? '', integersOf(closed))
  }
  app.setValidatorCompiler(oncePerSchema(compile))

  app.addHook('onRoute', (route) => {
    if (route.schema?.hide || route.method === 'OPTIONS') return
    // What takes no query parameters refuses them too: nothing is accepted and ignored.
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NO_PARAMETERS }
  })
})

// Most routes share the schema of their path and that of no query: four of five would be compiled again.
function oncePerSchema(
  compile: FastifySchemaCompiler<AnySchemaObject>,
): FastifySchemaCompiler<AnySchemaObject> {
  const validators = new Map<string, WeakMap<AnySchemaObject, ReturnType<typeof compile>>>()
  return (route) => {
    const part = route.httpPart ?? ''
    const ofPart = validators.get(part) ?? new WeakMap()
    validators.set(part, ofPart)
    const validator = ofPart.get(route.schema) ?? compile(route)
    ofPart.set(route.schema, validator)
    return validator
  }
}

function createAjv(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    // Text like 1e999 is coerced to an infinity, whose bounds a strict Ajv would not look at.
    strictNumbers: coerceTypes === false,
    allowUnionTypes: true,
    strictTypes: false,
    verbose: true,
  })
  addFormats(ajv, ['email', 'uri'])
  ajv.addFormat('instant', (text) => instantProblem(text) === null)
  ajv.addFormat('date', (text) => dayProblem(text) === null)
  ajv.addFormat('country-code', countryCodes)
  ajv.addFormat('currency', (text) => currencies.has(text))
  ajv.addFormat('storable', (text) => !text.includes('\0'))
  // What a violated `pattern` is in words: see violations.ts.
  ajv.addVocabulary(['patternSentence'])
  // A malformed id takes the very path of an unknown one: same answer, same order of checks.
  ajv.addKeyword({
    keyword: 'entityId',
    type: 'string',
    modifying: true,
    errors: false,
    validate(_on: boolean, text: string, _schema?: unknown, place?: DataValidationCxt) {
      if (!place) return true
      place.parentData[place.parentDataProperty] = UUID.test(text) ? text.toLowerCase() : NIL_UUID
      return true
    },
  })
  return ajv
}

function bodyValidator(validate: ValidateFunction) {
  return (body: unknown) => {
    if (validate(body)) return { value: body }
    const errors = validate.errors ?? []
    const unknown = errors.filter(isUnknownField)
    const ignored = unknown.map((error) => dropField(body, error))
    const violations = errors.filter((error) => !isUnknownField(error)).map(sentenceOf)
    if (violations.length > 0) return { error: failure(new InvalidInput(violations, ignored)) }
    noteIgnored(body as object, ignored)
    return { value: body }
  }
}

// What Ajv coerces is what JavaScript takes for a number: `0x10` and ` 1` too.
const WHOLE_NUMBER = /^-?\d+$/

function integersOf({ properties = {} }: AnySchemaObject): string[] {
  const entries = Object.entries(properties as Record<string, AnySchemaObject>)
  return entries.flatMap(([name, { type }]) => (type === 'integer' ? name : []))
}

function textValidator(validate: ValidateFunction, part: string, integers: readonly string[]) {
  return (values: Record<string, unknown>) => {
    for (const name of integers) {
      const text = values[name]
      if (typeof text === 'string' && !WHOLE_NUMBER.test(text)) values[name] = 'no whole number'
    }
    if (validate(values)) return { value: values }
    const violations = (validate.errors ?? []).map((error) =>
      isUnknownField(error) && part === 'querystring' ? unknownParameter(error) : sentenceOf(error),
    )
    return { error: failure(new InvalidInput(violations, [])) }
  }
}

// Fastify types what a validator answers as its own error, and hands on any.
function failure(error: InvalidInput): FastifyError {
  return error as unknown as FastifyError
}

function isUnknownField(error: ErrorObject): boolean {
  return error.keyword === 'additionalProperties'
}

function unknownParameter(error: ErrorObject): string {
  const known = Object.keys((error.parentSchema as AnySchemaObject).properties ?? {})
  const list = known.length > 0 ? `known are ${known.sort().join(', ')}` : 'this takes none'
  return `${error.params.additionalProperty} is not a query parameter of this request: ${list}`
}

function dropField(body: unknown, error: ErrorObject): string {
  const name = error.params.additionalProperty as string
  let owner = body as Record<string, unknown>
  for (const step of error.instancePath.split('/').slice(1)) {
    owner = owner[step.replaceAll('~1', '/').replaceAll('~0', '~')] as Record<string, unknown>
  }
  delete owner[name]
  const path = fieldPath(error.instancePath)
  return path ? `${path}.${name}` : name
}

/** A copy of `schema` in which every object with named properties takes no others. */
function closeObjects<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(closeObjects) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const closed: AnySchemaObject = Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [name, closeObjects(inner)]),
  )
  if ('properties' in closed && closed.additionalProperties === undefined) {
    closed.additionalProperties = false
  }
  return closed as Schema
}
