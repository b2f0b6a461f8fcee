export const KIB = 1_024
export const MIB = 1_048_576

/** A bound, as docs/limits.md describes it. */
export interface Limit {
  group: (typeof LIMIT_GROUPS)[number]
  subject: string
  /** `bytes` are written in the largest unit that fits, `ms` in seconds, `share` in percent. */
  unit: 'bytes' | 'ms' | 'share' | (string & {})
  /** The effect beyond the bound: status and code. */
  beyond: string
}

/** The sections of docs/limits.md, in order. */
export const LIMIT_GROUPS = [
  'Requests',
  'Lists and searches',
  'Fields',
  'Projects and invoices',
  'Order pages',
  'Property websites',
  'Payments',
  'Files and imports',
  'Credentials',
  "The customer's pages",
  'Webhooks',
  'Mail',
  'One organization in one process',
] as const

const INVALID = '400 `invalid_request`, which names the field'
export const TOO_COMPLEX = '400 `body_too_complex`'
export const TOO_LARGE = '413 `body_too_large`'
export const CONFLICT = '409'
export const NONE = '–'
export const CLOSED = 'connection closed'
export const ELLIPSIS = '`…` replaces the rest'
export const NOT_LOGGED = 'not logged, but counted'
export const REFUSED = '`preview` is REFUSED'
export const ROW_FAILED = 'row FAILED'
export const CUT = 'truncated'
export const FAILED = 'FAILED, with `error`'
export const OLDEST_DROPPED = 'the least recent is forgotten'
export const WAITS = 'the next waits'
export const RATE_LIMITED = '429 `rate_limited`'
export const SLOWED = '429 `sign_in_slowed`'
export const UNLESS_KNOWN = `${SLOWED}, except from a network known to the account`
export const LEFT_OUT = 'left out'
export const BUSY = '429 `organization_busy`'

type Row = [subject: string, unit: Limit['unit'], beyond?: string]

/** The bounds of one group, by constant. Beyond a bound, the default is a 400. */
export function inGroup<Name extends string>(group: Limit['group'], rows: Record<Name, Row>) {
  const limits = Object.entries<Row>(rows).map(([name, [subject, unit, beyond = INVALID]]) => [
    name,
    { group, subject, unit, beyond },
  ])
  return Object.fromEntries(limits) as Record<Name, Limit>
}
