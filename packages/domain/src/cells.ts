// docs/contract.md#c15-cell-credentials
const NAME = /^[a-z0-9]{2,8}$/
// The prefixes of credentials. A cell with such a name would make `mjs_…` ambiguous.
const RESERVED = /^mj[ckips]$/
// After the cell: the random part of a token (also in base64url), of an API key with its checksum, or of a
// public id. Lengths are exact, because base64url may contain an underscore.
const CREDENTIAL = /^(?:mj[ckips]_)?([a-z0-9]{2,8})_(?:[\w-]{43}|[0-9A-Za-z]{49}|[0-9A-Za-z]{22})$/

// Only path and query are read.
const ANY_HOST = 'http://host.invalid'

/** Query parameter of a link redirected from another cell. */
export const REDIRECTED = 'redirected'

/** Maximum number of cells in `CELL_URLS`. */
export const MAX_CELLS = 1_000

/** The base URL of each cell, by its name. */
export type CellUrls = ReadonlyMap<string, string>

/** Whether a cell may have this name: 2 to 8 lower-case letters and digits. */
export function isCellName(text: string): boolean {
  return NAME.test(text) && !RESERVED.test(text)
}

/**
 * The prefix of a credential's random part: `<cell>_`, or nothing.
 *
 * @param cell the cell of this installation; `null` when it has no name
 */
export function cellPrefix(cell: string | null): string {
  return cell === null ? '' : `${cell}_`
}

/** The cell that a credential, token or public id names; `null` if none, or malformed. */
export function cellOf(credential: string): string | null {
  const cell = CREDENTIAL.exec(credential)?.[1]
  return cell !== undefined && isCellName(cell) ? cell : null
}

/** `urls` without this cell, `own`: nobody else knows a credential of this cell that is unknown here. */
export function otherCells(own: string | null, urls: CellUrls = new Map()): CellUrls {
  return new Map([...urls].filter(([cell]) => cell !== own))
}

/** The base URL of the cell that an unknown credential names; `null` if it isn't in `others`. */
export function urlOfCell(credential: string, others: CellUrls): string | null {
  return others.get(cellOf(credential) ?? '') ?? null
}

/**
 * The URL of a link at another cell. `null` if a cell redirected it here: two cells naming each other would loop
 * forever. docs/contract.md#c15-wrong-cell-link
 *
 * @param url path and query of the request
 */
export function linkAt(cellUrl: string, url: string): string | null {
  const { pathname, searchParams } = new URL(url, ANY_HOST)
  if (searchParams.has(REDIRECTED)) return null
  searchParams.set(REDIRECTED, '1')
  return `${cellUrl}${pathname}?${searchParams}`
}

/**
 * Like {@link linkAt}, for a link with its token in the fragment, which never reaches a server: the person has to open
 * it.
 *
 * @param url path and query of the request
 */
export function tokenLinkAt(cellUrl: string, url: string, token: string): string {
  return `${cellUrl}${new URL(url, ANY_HOST).pathname}#token=${encodeURIComponent(token)}`
}

/**
 * The steps of a move of an organization between two cells. At the source: COPYING, QUIET (no background work starts),
 * FROZEN (writes are refused), MOVED, and ABORTING. At the target: ARRIVING, then ARRIVED. docs/contract.md#c15-move
 */
export const MOVE_STEPS = [
  'COPYING',
  'QUIET',
  'FROZEN',
  'MOVED',
  'ABORTING',
  'ARRIVING',
  'ARRIVED',
] as const
export type MoveStep = (typeof MOVE_STEPS)[number]
