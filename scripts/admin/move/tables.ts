import { TENANT_TABLES } from '@mediajobs/operations/organizations'

/** A table with rows of the organization. */
export interface MovedTable {
  name: string
  /** The column with the id of the organization. */
  column: string
}

/** All tables with rows of an organization. A table comes after those to which it refers. */
export const ORGANIZATION_TABLES: readonly MovedTable[] = [
  { name: 'organizations', column: 'id' },
  ...TENANT_TABLES.map(({ name }) => ({ name, column: 'organization_id' })),
]

/** The tables that are replicated: those of the organization, and the marks. */
export const REPLICATED_TABLES: readonly MovedTable[] = [
  ...ORGANIZATION_TABLES,
  { name: 'move_marks', column: 'organization_id' },
]
