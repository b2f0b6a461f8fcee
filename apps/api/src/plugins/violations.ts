import { dayProblem, instantProblem } from '@mediajobs/domain'
import type { ErrorObject } from 'ajv'

/** A JSON pointer as people write paths: `/files/0/name` is `files[0].name`. */
export function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => {
      if (/^\d+$/.test(step)) return `${path}[${step}]`
      return path ? `${path}.${step}` : step
    }, '')
}

/** One violation of a schema as one sentence that starts with the field's path. */
export function sentenceOf(error: ErrorObject): string {
  const path = fieldPath(error.instancePath)
  if (error.keyword === 'required') {
    const name = error.params.missingProperty as string
    return `${path ? `${path}.${name}` : name} is required`
  }
  return `${path || 'body'} ${predicate(error)}`
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

function predicate(error: ErrorObject): string {
  const { keyword, params, schema } = error
  switch (keyword) {
    case 'type':
      return `must be ${[schema]
        .flat()
        .map((type) => TYPE_NAMES[type as string])
        .join(' or ')}`
    case 'enum':
      return `must be one of ${(schema as unknown[]).filter((value) => value !== null).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(schema)}`
    case 'minLength':
      return schema === 1 ? 'must not be empty' : `must have at least ${schema} characters`
    case 'maxLength':
      return `must have at most ${schema} characters`
    case 'minItems':
      return schema === 1 ? 'must not be empty' : `must have at least ${schema} items`
    case 'maxItems':
      return `must have at most ${schema} items`
    case 'uniqueItems':
      return `must not name anything twice: items ${params.j} and ${params.i} are equal`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${COMPARISONS[params.comparison as string]} ${schema}`
    case 'minProperties':
      return 'must have at least one field'
    case 'pattern':
      return (error.parentSchema?.patternSentence as string) ?? `must match ${schema}`
    case 'format':
      return formatPredicate(schema as string, error.data)
    default:
      return error.message ?? 'is invalid'
  }
}

function formatPredicate(format: string, data: unknown): string {
  switch (format) {
    case 'instant':
      return instantProblem(String(data)) ?? 'must be an RFC 3339 date-time'
    case 'date':
      return dayProblem(String(data)) ?? 'must be a date'
    case 'currency':
      return 'must be an ISO 4217 currency code, like USD'
    case 'country-code':
      return 'must be an ISO 3166-1 alpha-2 country code, like US'
    case 'email':
      return 'must be an e-mail address'
    case 'uri':
      return 'must be a URL'
    case 'storable':
      return 'must not contain a NUL character'
    default:
      return `must be a valid ${format}`
  }
}
