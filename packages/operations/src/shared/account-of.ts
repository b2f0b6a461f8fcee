import { sql as raw } from 'drizzle-orm'

/**
 * SQL: the account that accepted the membership `row`, or null. When the person's own account accepted,
 * only `accepted_at` is set: the version before ADR 13 reads and writes it so. When a further account
 * accepted, `accepted_at` is null. That version then sees a membership that is not accepted, and lets no
 * account in.
 */
export function accountOf(row: string): string {
  return `coalesce(${row}.account_id, case when ${row}.accepted_at is not null then ${row}.user_id end)`
}

/** The columns of a membership that {@link accountOf} reads, for an account that accepts it now. */
export function acceptanceColumns(personId: string, accountId: string | null) {
  const now = raw`now()`
  if (accountId === null) return { acceptedAt: null }
  if (accountId === personId) return { acceptedAt: now }
  return { acceptedAt: null, accountId, joinedAt: now }
}
