// docs/contract.md#c15-cell-credentials
const NAME = /^[a-z0-9]{2,8}$/
// The prefixes of credentials. A cell with such a name would make `mjs_…` ambiguous.
const RESERVED = /^mj[kips]$/
// After the cell: the random part of a token (also in base64url), of an API key with its checksum, or of a
// public id. The lengths are exact: a token in base64url may have an underscore of its own.
const CREDENTIAL = /^(?:mj[kips]_)?([a-z0-9]{2,8})_(?:[\w-]{43}|[0-9A-Za-z]{49}|[0-9A-Za-z]{22})$/

// Only path and query are read.
const ANY_HOST = 'http://host.invalid'

/** The query parameter of a link that another cell redirected here. */
export const REDIRECTED = 'redirected'

/** How many cells `CELL_URLS` can name. */
export const MAX_CELLS = 1_000

/** The base URL of each cell, by its name. */
export type CellUrls = ReadonlyMap<string, string>

/** Whether a cell may have this name: 2 to 8 lower-case letters and digits. */
export function isCellName(text: string): boolean {
  return NAME.test(text) && !RESERVED.test(text)
}

/**
 * What stands in front of the random part of a credential: `<cell>_`, or nothing.
 *
 * @param cell the cell of this installation; `null` when it has no name
 */
export function cellPrefix(cell: string | null): string {
  return cell === null ? '' : `${cell}_`
}

/** The cell that a credential, a token or a public id names. `null` when it names none or is malformed. */
export function cellOf(credential: string): string | null {
  const cell = CREDENTIAL.exec(credential)?.[1]
  return cell !== undefined && isCellName(cell) ? cell : null
}

/** `urls` without the cell `own`: a credential of this cell that is unknown here is unknown everywhere. */
export function otherCells(own: string | null, urls: CellUrls = new Map()): CellUrls {
  return new Map([...urls].filter(([cell]) => cell !== own))
}

/** The base URL of the cell that an unknown credential names; `null` when it names none of `others`. */
export function urlOfCell(credential: string, others: CellUrls): string | null {
  return others.get(cellOf(credential) ?? '') ?? null
}

/**
 * Where a link leads at the cell with the base URL `cellUrl`. `null` when a cell has redirected it here: two
 * cells that each name the other would redirect it for ever. docs/contract.md#c15-wrong-cell-link
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
 * The same for a link whose token is in its fragment, which no server gets: the person has to open it.
 *
 * @param url path and query of the request
 */
export function tokenLinkAt(cellUrl: string, url: string, token: string): string {
  return `${cellUrl}${new URL(url, ANY_HOST).pathname}#token=${encodeURIComponent(token)}`
}
