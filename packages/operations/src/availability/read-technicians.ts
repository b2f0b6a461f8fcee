import type { Sql } from '@mediajobs/db'
import { MAX_AVAILABILITY_TECHNICIANS, type WorkingHours } from '@mediajobs/domain'
import { invalid } from '../shared/errors.ts'

export interface Technician {
  id: string
  name: string
  workingHours: WorkingHours | null
}

interface Row extends Technician {
  timeZone: string | null
}

/** Without technicians there is one row, with only the time zone of the organization. */
type FoundRow = Row | { id: null; timeZone: string | null }

const BY_ID = 'm.user_id = any ($2::uuid[])'
const BY_ROLE = `m.role = 'TECHNICIAN'`

const found = (which: string) => `
  select m.user_id as id, m.name, m.working_hours as "workingHours", o.time_zone as "timeZone"
  from organizations as o
  left join memberships as m on m.organization_id = o.id and m.active and ${which}
  where o.id = $1
  order by m.name, m.user_id limit ${MAX_AVAILABILITY_TECHNICIANS + 1}`

/**
 * The active members with these ids, or without ids those with the role TECHNICIAN, by name.
 *
 * @throws {OperationError} `invalid` when there are too many.
 */
export async function readTechnicians(
  sql: Sql,
  orgId: string,
  ids: readonly string[] | undefined,
): Promise<{ timeZone: string | null; technicians: Technician[] }> {
  const rows = ids
    ? await sql.query<FoundRow>(found(BY_ID), [orgId, ids])
    : await sql.query<FoundRow>(found(BY_ROLE), [orgId])
  if (rows.length > MAX_AVAILABILITY_TECHNICIANS) {
    throw invalid(
      'technicianId',
      'required',
      `must be given: there are more than ${MAX_AVAILABILITY_TECHNICIANS} technicians`,
    )
  }
  const technicians = rows.flatMap((row) => {
    if (row.id === null) return []
    const { timeZone: _, ...technician } = row
    return [technician]
  })
  return { timeZone: rows[0]?.timeZone ?? null, technicians }
}
