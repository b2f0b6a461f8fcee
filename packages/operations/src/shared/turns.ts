import type { Sql, SqlValue } from '@mediajobs/db'

/** Sorts before every id. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * SQL: the recursive CTE `organization (id)`, for round robin among organizations: those after `$1`, by id, with rows in
 * `table` that satisfy `isWaiting`, then a null. A loose index scan, evaluated lazily: it needs an index of those rows
 * that begins with `organization_id`.
 */
export function organizationsInTurn(table: string, isWaiting: string): string {
  return `
    organization (id) as (
      (select organization_id from ${table}
       where ${isWaiting} and organization_id > $1 order by organization_id limit 1)
      union all
      select (select organization_id from ${table}
              where ${isWaiting} and organization_id > organization.id order by organization_id limit 1)
      from organization where organization.id is not null
    )`
}

/**
 * Claims a job of the next organization after `afterOrganization`, wrapping around.
 *
 * @param claim a statement that begins with {@link organizationsInTurn}, with `values` from `$2`
 */
export async function claimInTurn<Job extends object>(
  sql: Sql,
  claim: string,
  afterOrganization: string,
  values: readonly SqlValue[],
): Promise<Job | null> {
  const [next] = await sql.query<Job>(claim, [afterOrganization, ...values])
  if (next || afterOrganization === LEAST_ID) return next ?? null
  const [first] = await sql.query<Job>(claim, [LEAST_ID, ...values])
  return first ?? null
}
