/**
 * The `code` of a refused field, with its meaning. Part of the contract: docs/errors.md lists them, and codes never
 * change meaning.
 */
export const FIELD_CODES = {
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
  // Also codes of a response.
  duplicate_email: 'as the code of the response',
  duplicate_external_id: 'as the code of the response',
  duplicate_url: 'as the code of the response',
  duplicate_code: 'as the code of the response',
  max_redemptions_too_low: 'as the code of the response',
  no_price_for_size: 'as the code of the response',
  upload_changed: 'as the code of the response',
  media_replaced: 'as the code of the response',
  amount_not_payable: 'as the code of the response',
  refund_too_large: 'as the code of the response',
  slot_taken: 'as the code of the response',
  password_wrong: 'as the code of the response',
  role_forbids: 'as the code of the response',
  role_forbids_move: 'as the code of the response',
  idempotency_key_reused: 'as the code of the response',
  last_admin: 'as the code of the response',
  invitation_refused: 'as the code of the response',
  reset_refused: 'as the code of the response',
  sign_in_link_refused: 'as the code of the response',
  wrong_cell: 'as the code of the response',
  version_mismatch: 'as the code of the response',
} as const

export type FieldCode = keyof typeof FIELD_CODES

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
