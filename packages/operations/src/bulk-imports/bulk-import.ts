import { selectList } from '@mediajobs/db'
import { bulkImports } from '@mediajobs/db/schema'
import type { BulkImportKind } from '@mediajobs/domain'

/** A bulk import: rows that were sent together, and their results so far. */
export type BulkImport = Omit<typeof bulkImports.$inferSelect, 'createdByUserId'>

/** SQL: the select list of a {@link BulkImport}. */
export const COLUMNS = selectList(bulkImports, ['createdByUserId'])

/** The id of an import, with its organization. */
export interface BulkImportRef {
  organizationId: string
  id: string
}

/** A row as it was sent, after the check by its schema. */
export interface CheckedRow {
  /** Without the fields that were ignored. */
  data: Record<string, unknown>
  /** What is wrong with it, one sentence each. A row with violations is not run. */
  violations: readonly string[]
  /** The paths of unknown fields. */
  ignored: readonly string[]
}

export interface BulkImportInput {
  kind: BulkImportKind
  rows: readonly CheckedRow[]
  /** Reports what would happen, and writes nothing. */
  dryRun: boolean
  /** False: the events are logged, and no webhook is sent. */
  emitEvents: boolean
}

/** The fields that name records by the integrator's own ids. */
export interface ImportedIds {
  externalId: string
  /** The externalId of a project's customer, in place of `customerId`. */
  customerExternalId?: string | null
}
