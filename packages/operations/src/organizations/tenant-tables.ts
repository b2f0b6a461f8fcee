import {
  addOns,
  apiKeys,
  bulkImportRows,
  bulkImports,
  clientDeliveries,
  customers,
  discounts,
  events,
  idempotencyKeys,
  invitations,
  invoiceNumbers,
  invoices,
  media,
  mediaUploads,
  memberships,
  objectRemovals,
  packages,
  projectStatusChanges,
  projectStatusCounts,
  projects,
  webhookAttempts,
  webhookDeliveries,
  webhookPauses,
  webhookSubscriptions,
} from '@mediajobs/db/schema'
import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

/** A table whose rows each belong to one organization. */
export interface TenantTable {
  table: PgTable
  name: string
  /** The columns that tell the rows of one organization apart, and in which order they are read. */
  keys: readonly KeyColumn[]
}

interface KeyColumn {
  name: string
  /** As SQL spells it. */
  type: string
}

const TENANT = 'organization_id'

/**
 * Every table with an `organization_id`. A table stands behind those that it refers to, so that what
 * is read back in this order finds what it names, and what is erased in the opposite one is named by
 * nothing. Attempts stand before their deliveries: none is logged of a delivery that is gone.
 */
export const TENANT_TABLES: readonly TenantTable[] = [
  memberships,
  apiKeys,
  invitations,
  webhookSubscriptions,
  webhookPauses,
  events,
  webhookAttempts,
  webhookDeliveries,
  customers,
  addOns,
  packages,
  discounts,
  projects,
  projectStatusCounts,
  projectStatusChanges,
  invoices,
  invoiceNumbers,
  media,
  mediaUploads,
  clientDeliveries,
  idempotencyKeys,
  bulkImports,
  bulkImportRows,
  objectRemovals,
].map((table) => ({ table, name: getTableConfig(table).name, keys: keysOf(table) }))

function keysOf(table: PgTable): KeyColumn[] {
  const columns = Object.values(getTableColumns(table))
  const [composite] = getTableConfig(table).primaryKeys
  const single = columns.filter(({ primary }) => primary)
  const names = (composite?.columns ?? single).map(({ name }) => name)
  const own = names.filter((name) => name !== TENANT)
  return (own.length > 0 ? own : names).map((name) => {
    const column = columns.find((each) => each.name === name)
    if (!column) throw new Error(`the key column ${name} is none of its table`)
    return { name, type: column.getSQLType() }
  })
}
