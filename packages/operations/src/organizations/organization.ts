import { type Placeholders, preparedQuery, type Sql, type Transaction } from '@mediajobs/db'
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

/** Serializes callers until the commit, so that counts are exact. Foreign keys take a weaker lock and don't wait. */
export async function lockOrganization(tx: Transaction, id: string): Promise<void> {
  await tx.query('select from organizations where id = $1 for no key update', [id])
}
