export const BULK_IMPORT_KINDS = ['CUSTOMERS', 'PROJECTS'] as const
export type BulkImportKind = (typeof BULK_IMPORT_KINDS)[number]

export const BULK_IMPORT_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED'] as const
export type BulkImportStatus = (typeof BULK_IMPORT_STATUSES)[number]

export const BULK_IMPORT_ROW_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const
export type BulkImportRowStatus = (typeof BULK_IMPORT_ROW_STATUSES)[number]
