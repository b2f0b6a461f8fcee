/** Why the database was unavailable. A retry may succeed. */
export const UNAVAILABILITIES = [
  'full', // disk full
  'connections', // no free connection, on the server or in this process
  'read_only', // a standby before its promotion, or a former primary
  'timeout', // slow statement or lock wait
  'unreachable', // connection refused, lost or silent
  'other', // deadlock, out of memory, disk failure
] as const
export type Unavailability = (typeof UNAVAILABILITIES)[number]

// SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
const BY_CODE: Readonly<Record<string, Unavailability>> = {
  '08007': 'other', // unreplicated commit: see `NotReplicated`
  '25006': 'read_only',
  '25P03': 'timeout', // idle in transaction
  '28000': 'unreachable', // pg_hba.conf admits no such connection
  '28P01': 'unreachable', // wrong password
  '3D000': 'unreachable', // no such database
  '40001': 'other', // serialization failure: rolled back, safe to retry
  '40P01': 'other', // deadlock: rolled back, safe to retry
  '53100': 'full',
  '53300': 'connections',
  '57014': 'timeout', // statement timeout
  '57P01': 'unreachable', // admin shutdown
  '57P02': 'unreachable', // crash shutdown
  '57P03': 'unreachable', // starting up, or not accepting connections
  '58030': 'other', // I/O error
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
}
// Connection exceptions and exhausted resources.
const BY_CLASS: Readonly<Record<string, Unavailability>> = { '08': 'unreachable', '53': 'other' }
// `pg` sets no code on these.
const BY_TEXT: readonly (readonly [RegExp, Unavailability])[] = [
  [/^timeout exceeded when trying to connect/, 'connections'],
  [
    /^(Connection terminated|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end)/,
    'unreachable',
  ],
]

function isConnectTimeout(error: unknown): error is Error {
  return error instanceof Error && /due to connection timeout$/.test(error.message)
}

/** The database lacks this version's schema, until the operator migrates it. */
export class NotMigrated extends Error {}

interface DriverError {
  code?: unknown
  constraint?: unknown
  message?: unknown
  detail?: unknown
}

function driverError(error: unknown): DriverError {
  return (error ?? {}) as DriverError
}

/** Why the database was unavailable; `null` for any other error. */
export function unavailabilityOf(error: unknown): Unavailability | null {
  if (isMissingPartition(error) || error instanceof NotMigrated) return 'other'
  const { code, message } = driverError(error)
  if (typeof code === 'string') return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? null
  if (typeof message !== 'string') return null
  return BY_TEXT.find(([text]) => text.test(message))?.[1] ?? null
}

/** Whether the database was unavailable: a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return unavailabilityOf(error) !== null
}

/** Whether a statement failed only because its transaction was already aborted. */
export function isInFailedTransaction(error: unknown): boolean {
  return driverError(error).code === '25P02'
}

/** Whether a row had no partition. The next transaction creates it, so a retry succeeds. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = driverError(error)
  // 23514: check violation. All our checks are named.
  return code === '23514' && constraint === undefined
}

/** Whether a table doesn't exist, such as a dropped partition. */
export function isMissingTable(error: unknown): boolean {
  return driverError(error).code === '42P01'
}

/** The violated foreign key or unique constraint; `null` for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = driverError(error)
  // 23503 foreign key, 23505 unique
  if (code !== '23505' && code !== '23503') return null
  return typeof constraint === 'string' ? constraint : null
}

/** Why the trigger `refuse_moved_write` refused a write. */
export interface MovedWrite {
  /** The move's destination. */
  cell: string
  /** Moved away; otherwise frozen while the move finishes. */
  isAway: boolean
  /** Remaining freeze. */
  seconds: number | null
}

const MOVED = 'MJ001'

/** The move that blocked a write; `null` for any other error. */
export function movedWriteOf(error: unknown): MovedWrite | null {
  const { code, detail } = driverError(error)
  return code === MOVED && typeof detail === 'string' ? JSON.parse(detail) : null
}

// Longer than the gap between writes of a busy service, short enough to clear soon after the operator frees space.
const FULL_MS = 15_000

/** Counts unavailability by reason: distinguishes a full disk from a lost connection. */
export class Refusals {
  readonly counts: Record<Unavailability, number>
  #fullAtMs = Number.NEGATIVE_INFINITY

  constructor() {
    const zeros = UNAVAILABILITIES.map((reason) => [reason, 0])
    this.counts = Object.fromEntries(zeros)
  }

  /** Whether a write failed recently because the disk is full. */
  get isFull(): boolean {
    return performance.now() - this.#fullAtMs < FULL_MS
  }

  record(error: unknown): void {
    const reason = unavailabilityOf(error)
    if (reason === null) return
    this.counts[reason] += 1
    if (reason === 'full') this.#fullAtMs = performance.now()
  }

  /** Awaits `connecting` and counts its failure. */
  async connected<Result>(connecting: Promise<Result>): Promise<Result> {
    try {
      return await connecting
    } catch (error) {
      this.record(error)
      // pg-pool's cause says how it ended the client. Logs would show that instead of the timeout.
      if (isConnectTimeout(error)) delete error.cause
      throw error
    }
  }
}
