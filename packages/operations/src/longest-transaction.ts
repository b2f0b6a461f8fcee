/**
 * SQL: no transaction takes longer than this. An id has the time of its statement; `created_at` and what a
 * transaction sees are from its begin, and so at most this much older.
 */
export const LONGEST_TRANSACTION = `interval '15 s'`
