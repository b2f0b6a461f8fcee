import type { Sql } from '@mediajobs/db'
import { organizations } from '@mediajobs/db/schema'
import { eq } from 'drizzle-orm'
import { noSuchOrganization } from '../shared/errors.ts'

export type Organization = typeof organizations.$inferSelect

/** @throws {OperationError} `not_found`. */
export async function getOrganization(sql: Sql, id: string): Promise<Organization> {
  const [organization] = await sql.orm.select().from(organizations).where(eq(organizations.id, id))
  if (!organization) throw noSuchOrganization()
  return organization
}
