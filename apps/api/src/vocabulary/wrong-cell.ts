import { type CellUrls, REDIRECTED } from '@mediajobs/domain'
import { OperationError, wrongCell } from '@mediajobs/operations/errors'
import { Type } from '@sinclair/typebox'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Opened by programs that follow redirects and don't read errors: a calendar, a download. */
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
 * The error to respond with: `wrong_cell` for an unknown credential that names another known cell. The credential was
 * looked up here first, since organizations keep their credentials when they move.
 * docs/contract.md#c15-wrong-cell
 */
export function atItsCell(error: unknown, otherCells: CellUrls): unknown {
  if (!(error instanceof OperationError) || error.cell === null) return error
  const url = otherCells.get(error.cell)
  return url === undefined ? error : wrongCell(url)
}
