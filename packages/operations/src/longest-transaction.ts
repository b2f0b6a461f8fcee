/**
 * SQL: no transaction takes longer than this. The time in the id of a row is that of its statement. `created_at`,
 * and the data that a transaction sees, are from the beginning of the transaction: at most this much earlier.
 */
export const LONGEST_TRANSACTION = `interval '15 s'`
