import { hash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import {
  dayProblem,
  instantProblem,
  isMailAddress,
  isOneLine,
  MAX_LABEL_LENGTH,
  MAX_VIOLATIONS,
  type RefusedField,
  webOrigin,
} from '@mediajobs/domain'
import { isCurrencyInUse } from '@mediajobs/operations/currencies'
import { _, Ajv, type AnySchemaObject, type KeywordCxt, type ValidateFunction } from 'ajv'
import namesModule from 'ajv/dist/compile/names.js'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import ajvFormats from 'ajv-formats'
import type { FastifyError, FastifyReply, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import { iso31661 } from 'iso-3166'
import { HttpError, InvalidInput, invalidBody } from '../../vocabulary/errors.ts'
import { bodyDocs } from '../../vocabulary/operation-docs.ts'
import { ignoredIn, noteIgnored, unknownFieldsOf } from './unknown-fields.ts'
import { violationsOf } from './violations.ts'

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * A body of zero bytes counts as no body, with any Content-Type. An operation with an optional body handles
 * it as `{}`; one with a required body responds that it is empty. docs/contract.md#c11-no-body, #c11-null-body
 */
export const bodyPresence = fp(async (app) => {
  // Fastify would read the body of OPTIONS, which has no meaning here.
  app.addHttpMethod('OPTIONS', { overrideExisting: true })

  app.addHook('preParsing', ({ raw }, reply, payload, done) => {
    if (!METHODS_WITH_BODY.has(raw.method ?? '')) return done(null, payload)
    const proceed = (isPresent: boolean) => {
      if (!isPresent) forgetBody(raw)
      else if (isEncoded(raw)) return done(refuseEncoding(reply))
      done(null, payload)
    }
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (encoding === undefined) proceed(Number(length ?? 0) > 0)
    else hasChunk(raw).then(proceed, done)
  })

  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body !== undefined || !METHODS_WITH_BODY.has(request.method)) return done()
    const { isTaken, isOptional, types } = bodyDocs(request)
    if (isOptional) request.body = {}
    if (isOptional || !isTaken) return done()
    const others = types.slice(1).map((type) => ` or ${type}`)
    const message = `body is empty: send a JSON object${others.join('')}`
    done(invalidBody('required', message))
  })
})

/** Fastify handles a request without these headers as one without a body. */
function forgetBody({ headers }: IncomingMessage): void {
  delete headers['content-type']
  delete headers['transfer-encoding']
}

/** Whether a chunked body has a byte. The headers don't show it, so this waits for a byte or the end. */
async function hasChunk(raw: IncomingMessage): Promise<boolean> {
  if (raw.readableLength === 0 && !raw.complete) await once(raw, 'readable')
  return raw.readableLength > 0
}

function isEncoded({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  return encoding !== '' && encoding !== 'identity'
}

function refuseEncoding(reply: FastifyReply): HttpError {
  // RFC 9110, section 12.5.3.
  reply.header('accept-encoding', 'identity')
  return new HttpError(
    415,
    'unsupported_media_type',
    'Send the body without Content-Encoding: only identity is supported.',
  )
}

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

// ajv-formats and Ajv's names are CommonJS: Node.js imports an object that has the default export inside.
const addFormats = ajvFormats as unknown as typeof ajvFormats.default
const names = (namesModule as unknown as { default: typeof namesModule.default }).default

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const countryCodes = new RegExp(`^(${iso31661.map((country) => country.alpha2).join('|')})$`)
const CURRENCY_CODE = /^[A-Z]{3}$/

/** An Ajv that knows the service's formats and keywords. Its errors contain no part of the input. */
export function createAjv(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    // Text like 1e999 is coerced to Infinity, and a strict Ajv would not check its bounds.
    strictNumbers: coerceTypes === false,
    allowUnionTypes: true,
    strictTypes: false,
  })
  addFormats(ajv, ['uri'])
  ajv.addFormat('email', isMailAddress)
  ajv.addFormat('instant', (text) => instantProblem(text) === null)
  ajv.addFormat('date', (text) => dayProblem(text) === null)
  ajv.addFormat('country-code', countryCodes)
  ajv.addFormat('currency', isCurrencyInUse)
  // A record may keep a withdrawn currency: the operation compares it with the record.
  ajv.addFormat('kept-currency', CURRENCY_CODE)
  ajv.addFormat('time-zone', isTimeZone)
  ajv.addFormat('language-tag', isLanguageTag)
  ajv.addFormat('https-url', isHttpsUrl)
  ajv.addFormat('storable', (text) => !text.includes('\0'))
  ajv.addFormat('one-line', isOneLine)
  // `.` and `..` name folders.
  ajv.addFormat('filename', (text) => isOneLine(text) && !/[/\\]|^\.{1,2}$/.test(text))
  ajv.addFormat('printable', (text) => isOneLine(text) && text.trim() === text)
  // The operations check these.
  ajv.addFormat('cursor', true)
  ajv.addFormat('receiver-url', true)
  // The message for a violated `pattern`: see violations.ts.
  ajv.addVocabulary(['patternSentence'])
  // A malformed id is handled as an unknown one: same response, same order of checks.
  ajv.addKeyword({
    keyword: 'entityId',
    type: 'string',
    modifying: true,
    errors: false,
    validate(_on: boolean, text: string, _schema?: unknown, place?: DataValidationCxt) {
      if (!place) return true
      place.parentData[place.parentDataProperty] = UUID.test(text)
        ? text.toLowerCase()
        : unknownId(text)
      return true
    },
  })
  // Ajv finds all violations or one. This ends the validation at the next item once there are enough.
  ajv.addKeyword({
    keyword: 'endsAfter',
    schemaType: 'number',
    code({ gen, schema, it }: KeywordCxt) {
      gen.if(_`${names.errors} >= ${schema}`, () => {
        gen.assign(_`${it.validateName}.errors`, names.vErrors).return(false)
      })
    },
  })
  return ajv
}

/**
 * An id that no record has, because ours are of version 7. It is a hash, so that different malformed ids
 * in one list stay different.
 */
function unknownId(malformed: string): string {
  const digits = hash('sha256', malformed)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-0000-0000-${digits.slice(12, 24)}`
}

/** A copy of `schema` whose validation ends at the item with the {@link MAX_VIOLATIONS}th violation. */
export function endingSchema<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(endingSchema) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: AnySchemaObject = Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [name, endingSchema(inner)]),
  )
  // By type and not by `items`, because an object may have a field called `items`.
  if ([copy.type].flat().includes('array')) {
    copy.items = { ...copy.items, endsAfter: MAX_VIOLATIONS }
  }
  // One message for each violation: a value of a wrong type would also violate `enum`.
  if (Array.isArray(copy.enum)) delete copy.type
  return copy as Schema
}

/** Whether a text is the name of a time zone that dates can be shown in. An offset is no name. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** Whether a text is a well-formed language tag of BCP 47, like `de-CH`. */
function isLanguageTag(text: string): boolean {
  // Formats are checked beside `maxLength`, and Intl compares each part of a tag with all others.
  if (text.length > MAX_LABEL_LENGTH) return false
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** Whether a text is an https URL with a plain host, and without a user name and a password. */
function isHttpsUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!webOrigin(text)?.startsWith('https:')) return false
  return url?.username === '' && url.password === ''
}
