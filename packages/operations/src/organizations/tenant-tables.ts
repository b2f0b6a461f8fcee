import {
  addOns,
  apiKeyCalls,
  apiKeys,
  apiRequests,
  archives,
  bulkImportRows,
  bulkImports,
  calendars,
  clientDeliveries,
  customers,
  discounts,
  events,
  idempotencyKeys,
  invitations,
  invoiceNumbers,
  invoices,
  mails,
  media,
  mediaPreviews,
  mediaUploads,
  memberships,
  objectRemovals,
  packages,
  projectStatusChanges,
  projectStatusCounts,
  projects,
  publicOriginals,
  revisionItems,
  revisions,
  unsubscribeTokens,
  webhookAttempts,
  webhookDeliveries,
  webhookHours,
  webhookMoments,
  webhookPauses,
  webhookSubscriptions,
} from '@mediajobs/db/schema'
import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

/** A table in which each row belongs to one organization. */
export interface TenantTable {
  table: PgTable
  name: string
  /** The columns that identify a row within its organization. Rows are read in the order of them. */
  keys: readonly KeyColumn[]
}

interface KeyColumn {
  name: string
  /** The SQL type. */
  type: string
}

const TENANT = 'organization_id'

/**
 * Every table with an `organization_id`. A table comes after the tables to which it refers: an import in
 * this order finds every record that it refers to, and an erasure in the reverse order breaks no
 * reference. Attempts come before their deliveries, so that no attempt is logged of a deleted delivery. The
 * request log is erased last, with the calls that came meanwhile.
 */
export const TENANT_TABLES: readonly TenantTable[] = [
  apiRequests,
  memberships,
  apiKeys,
  apiKeyCalls,
  invitations,
  calendars,
  webhookSubscriptions,
  webhookPauses,
  events,
  webhookAttempts,
  webhookHours,
  webhookMoments,
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
  mediaPreviews,
  mediaUploads,
  publicOriginals,
  clientDeliveries,
  revisions,
  revisionItems,
  mails,
  unsubscribeTokens,
  archives,
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
    if (!column) throw new Error(`the table has no column ${name}, which is in its key`)
    return { name, type: column.getSQLType() }
  })
}
