import type { Sql, SqlValue } from '@mediajobs/db'

/** Comes before every id. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * SQL: the recursive CTE `organization (id)` of a statement in which organizations take turns. It has the
 * organizations after `$1`, in the order of their ids, that have rows in `table` for which `isWaiting` is true,
 * and a null at the end. It finds each organization with one look-up in an index, for any number of rows. So the
 * table needs an index that begins with `organization_id`, on the rows of `isWaiting`. PostgreSQL looks up no
 * further organization when the rest of the statement needs none.
 *
 * @param isWaiting a condition on columns of the table
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
 * Takes a job of the next organization after `afterOrganization`, or else of the first one that has any.
 *
 * @param claim a statement that begins with {@link organizationsInTurn}, with `values` from `$2`
 */
export async function claimInTurn<Job>(
  sql: Sql,
  claim: string,
  afterOrganization: string,
  values: readonly SqlValue[],
): Promise<Job | null> {
  const [next] = await sql.query<Job & Record<string, unknown>>(claim, [
    afterOrganization,
    ...values,
  ])
  if (next || afterOrganization === LEAST_ID) return next ?? null
  const [first] = await sql.query<Job & Record<string, unknown>>(claim, [LEAST_ID, ...values])
  return first ?? null
}
