import { type CellUrls, REDIRECTED } from '@mediajobs/domain'
import { OperationError, wrongCell } from '@mediajobs/operations/errors'
import { Type } from '@sinclair/typebox'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It is opened by programs that follow a redirect and read no error: a calendar, a download. */
    isLink?: boolean
  }
}

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
