import { hash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import {
  dayProblem,
  instantProblem,
  isBlank,
  isMailAddress,
  isOneLine,
  MAX_LABEL_LENGTH,
  MAX_VIOLATIONS,
  type RefusedField,
  webOrigin,
} from '@mediajobs/domain'
import { isCurrencyInUse } from '@mediajobs/operations/currencies'
import { isTimeZone } from '@mediajobs/operations/time-zones'
import { _, Ajv, type AnySchemaObject, type KeywordCxt, type ValidateFunction } from 'ajv'
import namesModule from 'ajv/dist/compile/names.js'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import ajvFormats from 'ajv-formats'
import type { FastifyError, FastifyReply, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import { iso31661 } from 'iso-3166/1.js'
import { HttpError, InvalidInput, invalidBody } from '../../vocabulary/errors.ts'
import { bodyDocs } from '../../vocabulary/operation-docs.ts'
import { compiledAtFirstUse } from '../http/serialization.ts'
import { ignoredIn, recordIgnored, unknownFieldsOf } from './unknown-fields.ts'
import { violationsOf } from './violations.ts'

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * An empty body counts as none, with any Content-Type: `{}` if the body is optional, otherwise a 400.
 * docs/contract.md#c11-no-body, #c11-null-body
 */
export const bodyPresence = fp(async (app) => {
  // Fastify would read the body of OPTIONS, which is meaningless here.
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
    const { isAccepted, isOptional, types } = bodyDocs(request)
    if (isOptional) request.body = {}
    if (isOptional || !isAccepted) return done()
    const others = types.slice(1).map((type) => ` or ${type}`)
    const message = `body is empty: send a JSON object${others.join('')}`
    done(invalidBody('required', message))
  })
})

/** Without these headers, Fastify expects no body. */
function forgetBody({ headers }: IncomingMessage): void {
  delete headers['content-type']
  delete headers['transfer-encoding']
}

/** Whether a chunked body has a byte: waits for the first one or the end. */
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
    'Content-Encoding is not supported: send the body unencoded.',
  )
}

// These packages are CommonJS: Node.js wraps their default export in an object.
const addFormats = ajvFormats as unknown as typeof ajvFormats.default
const names = (namesModule as unknown as { default: typeof namesModule.default }).default

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const COUNTRY_CODE = new RegExp(`^(${iso31661.map((country) => country.alpha2).join('|')})$`)
const CURRENCY_CODE = /^[A-Z]{3}$/

/** Ajv with the service's formats and keywords. Its errors contain no input. */
function createAjv(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    // 1e999 is coerced to Infinity, whose bounds a strict Ajv wouldn't check.
    strictNumbers: coerceTypes === false,
    allowUnionTypes: true,
    strictTypes: false,
  })
  addFormats(ajv, ['uri'])
  ajv.addFormat('email', isMailAddress)
  ajv.addFormat('instant', (text) => instantProblem(text) === null)
  ajv.addFormat('date', (text) => dayProblem(text) === null)
  ajv.addFormat('country-code', COUNTRY_CODE)
  ajv.addFormat('currency', isCurrencyInUse)
  // Records may keep a withdrawn currency; the operation checks.
  ajv.addFormat('kept-currency', CURRENCY_CODE)
  ajv.addFormat('time-zone', isTimeZone)
  ajv.addFormat('language-tag', isLanguageTag)
  ajv.addFormat('https-url', isHttpsUrl)
  ajv.addFormat('https-origin', (text) => isHttpsUrl(text) && webOrigin(text) === text)
  ajv.addFormat('storable', (text) => !text.includes('\0'))
  ajv.addFormat('one-line', isOneLine)
  ajv.addFormat('not-blank', (text) => !isBlank(text))
  ajv.addFormat('name', (text) => isOneLine(text) && !isBlank(text))
  // `.` and `..` name folders, and a blank name can't be read.
  ajv.addFormat(
    'filename',
    (text) => isOneLine(text) && !/[/\\]/.test(text) && /[^\s.]|\.{3}/.test(text),
  )
  ajv.addFormat('printable', (text) => isOneLine(text) && text.trim() === text)
  // Checked by the operations.
  ajv.addFormat('cursor', true)
  ajv.addFormat('receiver-url', true)
  // The message for a violated `pattern`: see violations.ts.
  ajv.addVocabulary(['patternSentence'])
  // Malformed ids act like unknown ones: same response, same order of checks.
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
  // Ajv reports all violations or one: this stops at the next item once there are enough.
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
 * An id that no record has, since our ids have version 7. A hash keeps the malformed ids of a list distinct.
 */
function unknownId(malformed: string): string {
  const digits = hash('sha256', malformed)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-0000-0000-${digits.slice(12, 24)}`
}

/** A copy of `schema` that stops validating after the item with the {@link MAX_VIOLATIONS}th violation. */
function endingSchema<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(endingSchema) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: AnySchemaObject = Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [name, endingSchema(inner)]),
  )
  // Arrays are recognized by `type`: `items` may be the name of a field.
  if ([copy.type].flat().includes('array')) {
    copy.items = { ...copy.items, endsAfter: MAX_VIOLATIONS }
  }
  // One message per violation: a wrong type would also violate `enum`.
  if (Array.isArray(copy.enum)) delete copy.type
  return copy as Schema
}

/** Whether `text` is a well-formed BCP 47 language tag, like `de-CH`. */
function isLanguageTag(text: string): boolean {
  // Intl takes quadratic time, and formats run even if `maxLength` is violated.
  if (text.length > MAX_LABEL_LENGTH) return false
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/**
 * Whether `text` is an https URL with a plain host and without credentials. `https:host` isn't one: a page
 * resolves it to a path on its own host.
 */
function isHttpsUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!/^https:\/\//i.test(text) || !isOneLine(text) || webOrigin(text) === null) return false
  return url?.username === '' && url.password === ''
}

type Validator = ReturnType<FastifySchemaCompiler<AnySchemaObject>>

const NO_PARAMETERS = { type: 'object', properties: {} }

/**
 * Bodies: types aren't coerced; unknown fields are dropped at every depth and recorded. Queries and path parameters: types
 * are coerced; unknown query parameters are refused.
 */
export const validation = fp(async (app) => {
  app.setValidatorCompiler(validatorOf)

  app.addHook('onRoute', (route) => {
    if (route.schema?.hide || route.method === 'OPTIONS') return
    // Routes without query parameters refuse them too.
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NO_PARAMETERS }
  })
})

const bodies = createAjv(false)
const texts = createAjv('array')
const validators = new Map<string, WeakMap<AnySchemaObject, Validator>>()

// Most routes share the schemas of path and query: without this cache, four of five would be compiled again. All apps in
// a process share it.
const validatorOf: FastifySchemaCompiler<AnySchemaObject> = ({ schema, httpPart = '' }) => {
  const ofPart = validators.get(httpPart) ?? new WeakMap<AnySchemaObject, Validator>()
  validators.set(httpPart, ofPart)
  const validator = ofPart.get(schema) ?? compiledAtFirstUse(() => compile(schema, httpPart))
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
    if (ignored.length > 0) recordIgnored(body as object, [...ignored, ...ignoredIn(body)])
    return { value: body }
  }
}

// Ajv coerces whatever JavaScript reads as a number, including `0x10`, ` 1`, and ` ` as 0.
const NUMBERS: Record<string, RegExp> = {
  integer: /^-?\d+$/,
  // A `+` that isn't encoded arrives as a space.
  number: /^[ +-]?[\d.]+(e[+-]?\d+)?$/i,
}

function textValidator(validate: ValidateFunction, schema: AnySchemaObject, part: string) {
  const properties: Record<string, AnySchemaObject> = schema.properties ?? {}
  const known = new Set(Object.keys(properties))
  const numbers = [...known].flatMap((name) => {
    const form = NUMBERS[properties[name]?.type]
    return form ? [{ name, form }] : []
  })
  const single = [...known].filter((name) => properties[name]?.type !== 'array')
  return (values: Record<string, unknown>) => {
    const refused = part === 'querystring' ? unknownParameters(values, known) : []
    refused.push(...takeFirsts(values, single))
    for (const { name, form } of numbers) {
      const text = values[name]
      if (typeof text === 'string' && !form.test(text)) values[name] = 'not a number'
    }
    if (validate(values) && refused.length === 0) return { value: values }
    // One violation per parameter.
    const paths = new Set(refused.map(({ path }) => path))
    const others = violationsOf(validate.errors ?? [], schema, values)
    refused.push(...others.filter(({ path }) => !paths.has(path)))
    return { error: failure(new InvalidInput(refused)) }
  }
}

/** Keeps the first value of each repeated parameter that isn't a list. Returns the violations. */
function takeFirsts(values: Record<string, unknown>, single: readonly string[]): RefusedField[] {
  return single.flatMap((name) => {
    const given = values[name]
    if (!Array.isArray(given)) return []
    values[name] = given[0]
    return [{ path: name, code: 'not_unique' as const, message: `${name} is given twice` }]
  })
}

function unknownParameters(values: object, known: ReadonlySet<string>): RefusedField[] {
  const list = known.size > 0 ? `it accepts ${[...known].sort().join(', ')}` : 'it accepts none'
  return Object.keys(values)
    .filter((name) => !known.has(name))
    .slice(0, MAX_VIOLATIONS)
    .map((name) => ({
      path: name,
      code: 'unknown_field',
      message: `${name} is not a query parameter of this request: ${list}`,
    }))
}

// Typed as Fastify's own error, but any error works.
function failure(error: InvalidInput): FastifyError {
  return error as unknown as FastifyError
}
