import { hash } from 'node:crypto'
import {
  dayProblem,
  instantProblem,
  isMailAddress,
  isOneLine,
  MAX_LABEL_LENGTH,
  MAX_VIOLATIONS,
  webOrigin,
} from '@mediajobs/domain'
import { isCurrencyInUse } from '@mediajobs/operations/currencies'
import { _, Ajv, type AnySchemaObject, type KeywordCxt } from 'ajv'
import namesModule from 'ajv/dist/compile/names.js'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import ajvFormats from 'ajv-formats'
import { iso31661 } from 'iso-3166'

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
