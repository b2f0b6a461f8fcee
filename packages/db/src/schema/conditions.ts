// The conditions and expressions of indexes. PostgreSQL uses such an index only for a query with the same condition,
// so the index and the queries share these texts. They are literals because a prepared statement with
// placeholders would not use the index.

/** SQL: a webhook delivery whose next attempt is still to come. */
export const IS_WAITING = `status in ('PENDING', 'RETRYING')`
/** SQL: a webhook delivery that ended and did not arrive. */
export const IS_UNSUCCESSFUL = `status in ('FAILED', 'CANCELLED')`
/** SQL: a bulk import that waits or runs. */
export const IS_UNFINISHED = `status <> 'COMPLETED'`
/**
 * SQL: a webhook delivery without a success. The dispatcher finds a delivery by its key, and not by this
 * index, because no condition of the form `not in` implies this list.
 */
export const IS_NOT_SUCCEEDED = `status in ('PENDING', 'RETRYING', 'FAILED', 'CANCELLED')`
/** SQL: the id of the project of an event, or null. It is the expression of an index. */
export const EVENT_PROJECT = 'event_project(data)'
