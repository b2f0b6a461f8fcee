import type { Sql } from '@mediajobs/db'
import { type CellUrls, urlOfCell } from '@mediajobs/domain'
import { awayOfArchive } from '@mediajobs/operations/moves'
import { Problem } from '../problem.ts'

// The last rows of an organization that arrives come in less than a second.
const ARRIVING_RETRY_SECONDS = 1

/**
 * The problem of an archive that is not here: it moved to another cell with its organization, it still arrives, its
 * token names another cell, or it is unknown. It is not redirected: only the api of a cell knows its media processes.
 * docs/contract.md#c15-move-forward
 */
export async function elsewhere(sql: Sql, token: string, otherCells: CellUrls): Promise<Problem> {
  const away = await awayOfArchive(sql, token)
  if (away?.move_step === 'ARRIVING') {
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
