import { selectList } from '@mediajobs/db'
import { bulkImports } from '@mediajobs/db/schema'
import type { BulkImportKind } from '@mediajobs/domain'

/** A bulk import: rows handed over at once, and what came of them so far. */
export type BulkImport = Omit<typeof bulkImports.$inferSelect, 'createdByUserId'>

/** A bulk import's columns for SQL by hand. */
export const COLUMNS = selectList(bulkImports, ['createdByUserId'])

/** Which import, of whom. */
export interface BulkImportRef {
  organizationId: string
  id: string
}

/** A row as it was sent, and what its schema says of it. */
export interface CheckedRow {
  /** Without the fields that were ignored. */
  data: Record<string, unknown>
  /** What is wrong with it, a sentence each: such a row is not run. */
  violations: readonly string[]
  /** The paths of unknown fields. */
  ignored: readonly string[]
}

export interface BulkImportInput {
  kind: BulkImportKind
  rows: readonly CheckedRow[]
  /** Reports what would happen, and writes nothing. */
  dryRun: boolean
  /** Without: what happens is in the event log, and no webhook is sent. */
  emitEvents: boolean
}

/** The fields by which imported rows name records of the integrator's own. */
export interface ImportedIds {
  externalId: string
  /** Of the customer of a project, in place of `customerId`. */
  customerExternalId?: string | null
}
