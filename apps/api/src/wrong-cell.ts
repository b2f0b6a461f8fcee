import type { CellUrls } from '@mediajobs/domain'
import { OperationError, wrongCell } from '@mediajobs/operations/errors'
import { Type } from '@sinclair/typebox'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It is opened by programs that follow a redirect and read no error: a calendar, a download. */
    isLink?: boolean
  }
}

const REDIRECTED = 'redirected'
// Only its path and its query are read.
const ANY_HOST = 'http://host.invalid'

/** The query of a link that another cell may have redirected here. */
export const redirectedQuery = {
  [REDIRECTED]: Type.Optional(
    Type.String({
      maxLength: 1,
      description: 'A redirect from another cell sets it. The link is redirected only once',
    }),
  ),
}

/**
 * The error to respond with. An unknown credential that names another known cell is a `wrong_cell`. It was
 * looked up here first: an organization that was moved here keeps its credentials.
 * docs/contract.md#c15-wrong-cell
 */
export function atItsCell(error: unknown, otherCells: CellUrls): unknown {
  if (!(error instanceof OperationError) || error.cell === null) return error
  const url = otherCells.get(error.cell)
  return url === undefined ? error : wrongCell(url)
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
