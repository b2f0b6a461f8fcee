/**
 * What an answer that is no success may say in its `code`, and the one status that each comes with.
 * Part of the contract: docs/errors.md tells for each what to do, and a code is never given another
 * meaning.
 */
export const PROBLEM_CODES = {
  invalid_request: 400,
  malformed_request: 400,
  body_too_complex: 400,
  password_wrong: 400,
  credential_missing: 401,
  api_key_invalid: 401,
  session_invalid: 401,
  sign_in_failed: 401,
  invitation_refused: 401,
  scope_missing: 403,
  role_forbids: 403,
  role_forbids_move: 403,
  not_found: 404,
  request_timeout: 408,
  duplicate_email: 409,
  duplicate_external_id: 409,
  duplicate_url: 409,
  duplicate_code: 409,
  customer_in_use: 409,
  last_admin: 409,
  user_inactive: 409,
  already_accepted: 409,
  subscription_inactive: 409,
  too_many_subscriptions: 409,
  too_many_media: 409,
  too_many_api_keys: 409,
  too_many_imports: 409,
  original_delivered: 409,
  delivery_still_due: 409,
  project_not_delivered: 409,
  no_delivery_in_force: 409,
  delivery_superseded: 409,
  already_approved: 409,
  upload_changed: 409,
  discount_exhausted: 409,
  max_redemptions_too_low: 409,
  invoice_not_draft: 409,
  invoice_is_draft: 409,
  invoice_is_sent: 409,
  invoice_is_paid: 409,
  invoice_is_voided: 409,
  project_has_invoice: 409,
  idempotency_in_progress: 409,
  secret_already_shown: 409,
  version_mismatch: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  organization_busy: 429,
  sign_in_slowed: 429,
  headers_too_large: 431,
  internal_error: 500,
  shutting_down: 503,
  object_store_unavailable: 503,
  database_unavailable: 503,
  search_timeout: 503,
  service_busy: 503,
} as const

export type ProblemCode = keyof typeof PROBLEM_CODES

/** The codes that come with `Status`. */
export type ProblemCodeOf<Status extends number> = {
  [Code in ProblemCode]: (typeof PROBLEM_CODES)[Code] extends Status ? Code : never
}[ProblemCode]
