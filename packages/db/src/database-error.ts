// SQLSTATE classes: https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNAVAILABLE_CODES = new Set([
  '40001', // a serialization failure: it was rolled back, and a repeat succeeds
  '40P01', // a deadlock: it was rolled back, and a repeat succeeds
  '25006', // read only: a standby before its promotion, or a server whose disk is full
  '25P03', // idle in a transaction for too long
  '57014', // the statement took too long
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up, or not accepting connections
  '58030', // the server's disk failed
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
// Connections that fail, and resources that ran out: the disk, memory, connections.
const UNAVAILABLE_CLASSES = /^(08|53)/
// `pg` gives these no code.
const UNAVAILABLE_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end)/

interface DriverError {
  code?: unknown
  constraint?: unknown
  message?: unknown
  detail?: unknown
  cause?: unknown
}

/** The driver's error. Drizzle wraps its own around it. */
function driverError(error: unknown): DriverError {
  let current = error as DriverError
  while (current?.cause && current.code === undefined) current = current.cause as DriverError
  return current ?? {}
}

/** Whether the database could not be reached or the connection was lost: the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = driverError(error)
  if (isMissingPartition(error)) return true
  if (typeof code === 'string') return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.test(code)
  return typeof message === 'string' && UNAVAILABLE_TEXT.test(message)
}

/** Whether a statement was refused because an earlier one of its transaction had failed. */
export function isInFailedTransaction(error: unknown): boolean {
  return driverError(error).code === '25P02'
}

/** Whether a row had no partition. The next transaction makes the partition, so a repeat succeeds. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = driverError(error)
  // 23514 is a violated check; every check of a table has a name.
  return code === '23514' && constraint === undefined
}

/** The name of the foreign key or unique constraint that a write violated; `null` for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = driverError(error)
  // 23503 foreign key, 23505 unique
  if (code !== '23505' && code !== '23503') return null
  return typeof constraint === 'string' ? constraint : null
}

/** Why the trigger `refuse_moved_write` refused a write. */
export interface MovedWrite {
  /** The cell to which the organization goes or went. */
  cell: string
  /** It was moved. Otherwise it is frozen for the end of its move. */
  isAway: boolean
  /** For how long it is frozen. */
  seconds: number | null
}

const MOVED = 'MJ001'

/** The move because of which a write was refused; `null` for any other error. */
export function movedWriteOf(error: unknown): MovedWrite | null {
  const { code, detail } = driverError(error)
  return code === MOVED && typeof detail === 'string' ? JSON.parse(detail) : null
}
