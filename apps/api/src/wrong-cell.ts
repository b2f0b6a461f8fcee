import { OperationError, wrongCell } from '@mediajobs/operations/errors'

/** The base URL of each cell, by its name. */
export type CellUrls = ReadonlyMap<string, string>

/** `urls` without the cell of this process. Its own credentials that are unknown are unknown everywhere. */
export function otherCells(own: string | null, urls: CellUrls = new Map()): CellUrls {
  return new Map([...urls].filter(([cell]) => cell !== own))
}

/**
 * The error to respond with. An unknown credential that names another known cell is a `wrong_cell`. It is
 * looked up here first: an organization that was moved here keeps its credentials.
 * docs/contract.md#c15-wrong-cell
 */
export function atItsCell(error: unknown, otherCells: CellUrls): unknown {
  if (!(error instanceof OperationError) || error.cell === null) return error
  const url = otherCells.get(error.cell)
  return url === undefined ? error : wrongCell(url)
}
