import { FIELD_PROBLEMS, type PROBLEM_CODES } from './problem-codes.ts'

export type ProblemCode = keyof typeof PROBLEM_CODES

/** The codes with the status `Status`. */
export type ProblemCodeOf<Status extends number> = {
  [Code in ProblemCode]: (typeof PROBLEM_CODES)[Code] extends Status ? Code : never
}[ProblemCode]

const OWN_CODES = {
  required: 'missing, or empty where a value is needed',
  wrong_type: 'wrong JSON type, or null',
  wrong_format: 'right type, wrong format: the message names the expected one',
  not_allowed:
    'well formed, but not an allowed value, or in conflict with another field or the record',
  not_unique: 'given twice, or a list with duplicate items',
  too_short: 'text with too few characters',
  too_long: 'text with too many characters',
  too_small: 'a number below its minimum, or a time that is too early',
  too_large: 'a number above its maximum, a time that is too late, or too many bytes',
  too_few_items: 'a list with too few items, or an object with too few fields',
  too_many_items: 'a list with too many items, or an object with too many fields',
  unknown_field: 'not a field or query parameter of this operation',
  unknown_reference: 'no record with this id that the caller can use here',
} as const

export type FieldCode = keyof typeof OWN_CODES | keyof typeof FIELD_PROBLEMS

/**
 * The `code` of a refused field, with its meaning. Part of the contract: docs/errors.md lists them, and codes never
 * change meaning.
 */
export const FIELD_CODES = {
  ...OWN_CODES,
  ...Object.fromEntries(
    Object.keys(FIELD_PROBLEMS).map((code) => [code, 'as the code of the response']),
  ),
} as Readonly<Record<FieldCode, string>>

export function isFieldCode(code: string): code is FieldCode {
  return Object.hasOwn(FIELD_CODES, code)
}

/** A refused field. */
export interface RefusedField {
  /** `lineItems[2].amount`, the name of a query parameter or header, or '' for the whole body. */
  path: string
  code: FieldCode
  /** Also in the problem's message. */
  message: string
}
