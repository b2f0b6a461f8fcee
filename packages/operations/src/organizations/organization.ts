import { type Placeholders, preparedQuery, type Sql } from '@mediajobs/db'
import { organizations } from '@mediajobs/db/schema'
import { eq } from 'drizzle-orm'
import { noSuchOrganization } from '../shared/errors.ts'

export type Organization = typeof organizations.$inferSelect

const findOrganization = preparedQuery((orm, value: Placeholders<'id'>) =>
  orm
    .select()
    .from(organizations)
    .where(eq(organizations.id, value('id'))),
)

/** @throws {OperationError} `not_found`. */
export async function getOrganization(sql: Sql, id: string): Promise<Organization> {
  const [organization] = await findOrganization(sql, { id })
  if (!organization) throw noSuchOrganization()
  return organization
}
