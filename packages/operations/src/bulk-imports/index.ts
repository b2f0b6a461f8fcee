export {
  acceptImport,
  type BulkImport,
  type BulkImportRef,
  type BulkImportRowFilters,
  type CheckedRow,
  getImport,
  type ImportedFile,
  listImportRows,
  listImports,
} from './imports.ts'
export { findRunnableImports, type RowFault, runImport } from './run.ts'
