import { customers, type EventFilter, projects } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, inArray } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'

/**
 * Refuses a filter that names records which do not exist: its events would never come.
 *
 * @throws {OperationError} `not_found`.
 */
export async function checkFilter(
  tx: Tx,
  orgId: string,
  filter: EventFilter | null | undefined,
): Promise<void> {
  const { projectIds = [], customerIds = [] } = filter ?? {}
  await expectAll(tx, projects, orgId, projectIds)
  await expectAll(tx, customers, orgId, customerIds)
}

async function expectAll(
  tx: Tx,
  table: typeof projects | typeof customers,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await tx.orm.$count(
    table,
    and(eq(table.organizationId, orgId), inArray(table.id, [...ids])),
  )
  if (found < new Set(ids).size) throw notFound()
}
