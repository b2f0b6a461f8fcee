/**
 * The `code` of each refused field, with its meaning. The codes are part of the contract: docs/errors.md lists
 * them, and no code ever gets another meaning.
 */
export const FIELD_CODES = {
  required: 'missing, or empty where a value is needed',
  wrong_type: 'another JSON type, or null',
  wrong_format: 'the right type, but not of the form that the message names',
  not_allowed:
    'well formed, but not one of the allowed values, or in conflict with another field or with the record',
  not_unique: 'given twice, or a list with two equal items',
  too_short: 'text with too few characters',
  too_long: 'text with too many characters',
  too_small: 'a number below its least value, or a time that is too early',
  too_large: 'a number above its greatest value, a time that is too late, or too many bytes',
  too_few_items: 'a list with too few items, or an object with too few fields',
  too_many_items: 'a list with too many items, or an object with too many fields',
  unknown_field: 'not a field or a query parameter of this operation',
  unknown_reference: 'no record that the caller can use here has this id',
  // Refusals with a code of their own.
  duplicate_email: 'as the code of the response',
  duplicate_external_id: 'as the code of the response',
  duplicate_url: 'as the code of the response',
  duplicate_code: 'as the code of the response',
  max_redemptions_too_low: 'as the code of the response',
  upload_changed: 'as the code of the response',
  password_wrong: 'as the code of the response',
  role_forbids: 'as the code of the response',
  role_forbids_move: 'as the code of the response',
  idempotency_key_reused: 'as the code of the response',
  last_admin: 'as the code of the response',
  invitation_refused: 'as the code of the response',
  reset_refused: 'as the code of the response',
  wrong_cell: 'as the code of the response',
  version_mismatch: 'as the code of the response',
} as const

export type FieldCode = keyof typeof FIELD_CODES

export function isFieldCode(code: string): code is FieldCode {
  return Object.hasOwn(FIELD_CODES, code)
}

/** A refused field. */
export interface RefusedField {
  /** As in messages: `lineItems[2].amount`, a query parameter or a header by name, '' for the whole body. */
  path: string
  code: FieldCode
  /** One sentence, the same as in the problem's message. */
  message: string
}
