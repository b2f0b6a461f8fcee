/** Why the database could not be used. The same call may succeed later. */
export const UNAVAILABILITIES = [
  'full', // its disk
  'connections', // none is free, of the server's or of this process
  'read_only', // a standby before its promotion, or a former primary
  'timeout', // a statement took too long, or waited too long for a lock
  'unreachable', // it refused or lost the connection, or sends nothing
  'other', // a deadlock, too little memory, a disk that failed
] as const
export type Unavailability = (typeof UNAVAILABILITIES)[number]

// SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
const BY_CODE: Readonly<Record<string, Unavailability>> = {
  '08007': 'other', // a commit that did not reach the standby: see prepare-connection.ts
  '25006': 'read_only',
  '25P03': 'timeout', // idle in a transaction for too long
  '40001': 'other', // a serialization failure: it was rolled back, and a repeat succeeds
  '40P01': 'other', // a deadlock: it was rolled back, and a repeat succeeds
  '53100': 'full',
  '53300': 'connections',
  '57014': 'timeout', // the server ended the statement
  '57P01': 'unreachable', // admin shutdown
  '57P02': 'unreachable', // crash shutdown
  '57P03': 'unreachable', // starting up, or not accepting connections
  '58030': 'other', // the server's disk failed
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
}
// Connections that fail, and resources that ran out.
const BY_CLASS: Readonly<Record<string, Unavailability>> = { '08': 'unreachable', '53': 'other' }
// `pg` gives these no code.
const BY_TEXT: readonly (readonly [RegExp, Unavailability])[] = [
  [/^timeout exceeded when trying to connect/, 'connections'],
  [
    /^(Connection terminated|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end)/,
    'unreachable',
  ],
]

interface DriverError {
  code?: unknown
  constraint?: unknown
  message?: unknown
  detail?: unknown
}

/** The fields that an error of the driver has. Any other value has none of them. */
function driverError(error: unknown): DriverError {
  return (error ?? {}) as DriverError
}

/** Why the database could not be used; `null` for an error of any other kind. */
export function unavailabilityOf(error: unknown): Unavailability | null {
  if (isMissingPartition(error)) return 'other'
  const { code, message } = driverError(error)
  if (typeof code === 'string') return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? null
  if (typeof message !== 'string') return null
  return BY_TEXT.find(([text]) => text.test(message))?.[1] ?? null
}

/** Whether the database could not be used: the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return unavailabilityOf(error) !== null
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

// Longer than the time between two changes of a busy service, and short enough to end soon after its operator has made
// room.
const FULL_MS = 15_000

/** How often the database could not be used, by reason: tells a full disk from a cut line. */
export class Refusals {
  readonly counts: Record<Unavailability, number>
  #fullAtMs = Number.NEGATIVE_INFINITY

  constructor() {
    const zeros = UNAVAILABILITIES.map((reason) => [reason, 0])
    this.counts = Object.fromEntries(zeros)
  }

  /** Whether a change was refused just now because the disk is full. */
  get isFull(): boolean {
    return performance.now() - this.#fullAtMs < FULL_MS
  }

  /** Counts an error. Ignores errors of any other kind. */
  note(error: unknown): void {
    const reason = unavailabilityOf(error)
    if (reason === null) return
    this.counts[reason] += 1
    if (reason === 'full') this.#fullAtMs = performance.now()
  }

  /** Counts the failure of `connecting`. */
  async connected<Result>(connecting: Promise<Result>): Promise<Result> {
    try {
      return await connecting
    } catch (error) {
      this.note(error)
      throw error
    }
  }
}
