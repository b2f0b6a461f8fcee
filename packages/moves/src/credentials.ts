/** Columns with the SHA-256 of a credential sent by clients or programs, each with a unique index. */
export const CREDENTIAL_HASHES: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['key_hash'],
  invitations: ['token_hash'],
  calendars: ['token_hash'],
  client_deliveries: ['token_hash'],
  archives: ['token_hash'],
  unsubscribe_tokens: ['token_hash'],
  payment_accounts: ['token_hash'],
  pay_links: ['token_hash'],
  portal_sign_ins: ['token_hash'],
  portal_sessions: ['token_hash'],
  orders: ['hold_token_hash', 'token_hash'],
}

/** Columns with the id of a public page, as in its address, each with a unique index. */
export const PUBLIC_IDS: Readonly<Record<string, readonly string[]>> = {
  order_forms: ['public_id'],
  websites: ['public_id', 'tour_public_id'],
  public_originals: ['public_id'],
}

/** What `each` returns for every column of `columns`. */
export function eachColumn(
  columns: Readonly<Record<string, readonly string[]>>,
  each: (table: string, column: string) => string,
): string[] {
  return Object.entries(columns).flatMap(([table, names]) => names.map((name) => each(table, name)))
}
