import {
  dayProblem,
  type FieldCode,
  instantProblem,
  isBlank,
  type RefusedField,
} from '@mediajobs/domain'
import type { AnySchemaObject, ErrorObject } from 'ajv'

/** Violations of `schema` by `data`. Each message starts with the field's path. */
export function violationsOf(
  errors: readonly ErrorObject[],
  schema: AnySchemaObject,
  data: unknown,
): RefusedField[] {
  // The path at which each `enum` was listed. Repeating a long list for a hundred items would make the response 400 kB.
  const listed = new Map<string, string>()
  return withoutConsequences(errors).map((error) => {
    const owner = fieldPath(error.instancePath)
    const code = isEmptyText(error, data) ? 'too_short' : codeOf(error)
    if (error.keyword === 'required') {
      const name = error.params.missingProperty as string
      const path = owner ? `${owner}.${name}` : name
      return { path, code, message: `${path} is required` }
    }
    const subject = owner || 'body'
    if (error.keyword === 'enum') {
      const first = listed.get(error.schemaPath)
      if (first !== undefined) {
        return { path: owner, code, message: `${subject} must be one of the values for ${first}` }
      }
      listed.set(error.schemaPath, subject)
    }
    return { path: owner, code, message: `${subject} ${predicate(error, schema, data)}` }
  })
}

const BOUNDS = {
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
} as const

const CODES: Record<string, FieldCode> = {
  ...BOUNDS,
  required: 'required',
  type: 'wrong_type',
  enum: 'not_allowed',
  const: 'not_allowed',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few_items',
  maxItems: 'too_many_items',
  minProperties: 'too_few_items',
  maxProperties: 'too_many_items',
  uniqueItems: 'not_unique',
}

// The default is for patterns and formats.
function codeOf({ keyword }: ErrorObject): FieldCode {
  return CODES[keyword] ?? 'wrong_format'
}

/** Whether required text is only white space, which is refused like empty text. */
function isEmptyText({ keyword, params, instancePath }: ErrorObject, data: unknown): boolean {
  if (keyword !== 'format' || !['name', 'not-blank'].includes(params.format)) return false
  return isBlank(String(at(data, stepsOf(instancePath))))
}

// One message per value is enough: text that is too short also violates its format or pattern, and a value of the wrong
// type (1.5 for an integer) may violate its bounds.
function withoutConsequences(errors: readonly ErrorObject[]): ErrorObject[] {
  const pathsWith = (wanted: string) =>
    new Set(
      errors.filter(({ keyword }) => keyword === wanted).map(({ instancePath }) => instancePath),
    )
  const [tooShort, mistyped] = [pathsWith('minLength'), pathsWith('type')]
  return errors.filter(({ keyword, instancePath }) => {
    if (keyword === 'format' || keyword === 'pattern') return !tooShort.has(instancePath)
    return !(keyword in BOUNDS && mistyped.has(instancePath))
  })
}

/** `/files/0/name` → `files[0].name` */
function fieldPath(pointer: string): string {
  return stepsOf(pointer).reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`
    return path ? `${path}.${step}` : step
  }, '')
}

// RFC 6901, section 3: keys chosen by callers may need decoding.
function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function at(root: unknown, steps: readonly string[]): unknown {
  return steps.reduce((value, step) => (value as Record<string, unknown>)[step], root)
}

const TYPE_NAMES: Record<string, string> = {
  array: 'an array',
  boolean: 'a boolean',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

const COMPARISONS: Record<string, string> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
}

function predicate(error: ErrorObject, schema: AnySchemaObject, data: unknown): string {
  const { keyword, params } = error
  switch (keyword) {
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => TYPE_NAMES[type as string])
        .join(' or ')}`
    case 'enum':
      return `must be one of ${params.allowedValues.filter((value: unknown) => value !== null).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1
        ? 'must not be empty'
        : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} items`
    case 'maxItems':
      return `must have at most ${params.limit} items`
    case 'uniqueItems':
      return `must not have duplicates: items ${params.j} and ${params.i} are equal`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${COMPARISONS[params.comparison as string]} ${params.limit}`
    case 'maxProperties':
      return `must have at most ${params.limit} fields`
    case 'minProperties':
      return 'must have at least one field'
    case 'pattern':
      return patternPredicate(error, schema)
    case 'format':
      return formatPredicate(params.format, at(data, stepsOf(error.instancePath)))
    default:
      return error.message ?? 'is invalid'
  }
}

function patternPredicate({ schemaPath, params }: ErrorObject, schema: AnySchemaObject): string {
  const owner = at(schema, stepsOf(schemaPath).slice(0, -1)) as AnySchemaObject
  return owner.patternSentence ?? `must match ${params.pattern}`
}

function formatPredicate(format: string, data: unknown): string {
  switch (format) {
    case 'instant':
      return instantProblem(String(data)) ?? 'must be an RFC 3339 date-time'
    case 'date':
      return dayProblem(String(data)) ?? 'must be a date'
    case 'currency':
    case 'kept-currency':
      return 'must be an ISO 4217 currency code, like USD'
    case 'country-code':
      return 'must be an ISO 3166-1 alpha-2 country code, like US'
    case 'time-zone':
      return 'must be an IANA time zone, like Europe/Zurich'
    case 'language-tag':
      return 'must be a BCP 47 language tag, like de-CH'
    case 'https-url':
      return 'must be an https URL with a plain host and without credentials, like https://example.com/logo.png'
    case 'https-origin':
      return 'must be an https origin in lower case, like https://example.com'
    case 'email':
      return emailProblem(String(data))
    case 'uri':
      return 'must be a URL'
    case 'filename':
      return 'must have no path separators or control characters, and not be blank, . or ..'
    case 'not-blank':
      return 'must not be empty'
    case 'name':
      if (isBlank(String(data))) return 'must not be empty'
      return 'must be one line without control characters'
    case 'one-line':
      return 'must be one line without control characters'
    case 'printable':
      return 'must be one line without control characters or surrounding spaces'
    case 'storable':
      return 'must not contain a NUL character'
    default:
      return `must be a valid ${format}`
  }
}

// Few mail servers support RFC 6531 (non-ASCII before the @). Domains have an ASCII form.
function emailProblem(text: string): string {
  return /^\p{ASCII}*$/u.test(text)
    ? 'must be an e-mail address'
    : 'must be an e-mail address in ASCII: write internationalized domains as xn--…'
}
