// The conditions of partial indexes. PostgreSQL uses such an index only for a query with the same condition,
// so the index and the queries share these texts. They are literals because a prepared statement with
// placeholders would not use the index.

/** SQL: a webhook delivery whose next attempt is still to come. */
export const IS_WAITING = `status in ('PENDING', 'RETRYING')`
/** SQL: a webhook delivery that ended and did not arrive. */
export const IS_UNSUCCESSFUL = `status in ('FAILED', 'CANCELLED')`
/** SQL: a bulk import that waits or runs. */
export const IS_UNFINISHED = `status <> 'COMPLETED'`
