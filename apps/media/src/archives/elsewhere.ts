import type { Sql } from '@mediajobs/db'
import { type CellUrls, urlOfCell } from '@mediajobs/domain'
import { ARRIVING_RETRY_SECONDS, awayOfArchive } from '@mediajobs/moves/home'
import { Problem } from '../problem.ts'

/**
 * The problem of an archive that is not here: it moved to another cell with its organization, is still arriving, its
 * token names another cell, or it is unknown. Not redirected: only the api of a cell knows its media processes.
 * docs/contract.md#c15-move-forward
 */
export async function elsewhere(sql: Sql, token: string, otherCells: CellUrls): Promise<Problem> {
  const away = await awayOfArchive(sql, token)
  if (away?.step === 'ARRIVING') {
    const message = 'The organization of this archive is being moved to this cell.'
    return new Problem('organization_moving', message, ARRIVING_RETRY_SECONDS)
  }
  const cellUrl = otherCells.get(away?.cell ?? '') ?? urlOfCell(token, otherCells)
  if (cellUrl === null) return new Problem('not_found', 'There is no archive at this address.')
  const message = `This archive is of another cell: ask for it again at ${cellUrl}.`
  const problem = new Problem('wrong_cell', message)
  problem.cellUrl = cellUrl
  return problem
}
