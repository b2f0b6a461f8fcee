import { MAX_EXTERNAL_ID_LENGTH, MAX_IMPORT_ROWS } from '@mediajobs/domain'
import type { CheckedRow } from '@mediajobs/operations/bulk-imports'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import {
  BulkImportKind,
  BulkImportRowStatus,
  BulkImportStatus,
  Described,
  Id,
  Instant,
  Line,
  Named,
  Nullable,
  PageQuery,
} from '../vocabulary/schemas.ts'

const ExternalId = Line(MAX_EXTERNAL_ID_LENGTH)

/** A customer row: the fields of a single create. Its externalId is required. */
export function customerRow(create: TObject): TObject {
  return Named('CustomerRow', { ...create.properties, externalId: ExternalId })
}

/** A project row. It may name its customer by the integrator's id. */
export function projectRow(create: TObject): TObject {
  return Named('ProjectRow', {
    ...create.properties,
    externalId: ExternalId,
    customerExternalId: Type.Optional(Nullable(ExternalId)),
  })
}

/** Clients send rows that match `row`; the handler receives the results of their checks. */
export function importBody(row: TSchema, title: string) {
  const rows = Type.Array(row, { minItems: 1, maxItems: MAX_IMPORT_ROWS })
  return Type.Object({ rows: Type.Unsafe<CheckedRow[]>(rows), ...options }, { title })
}

const options = {
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Report what would be done, and write nothing; false by default' }),
  ),
  emitEvents: Type.Optional(
    Type.Boolean({ description: 'Fire the events of what is imported; true by default' }),
  ),
}

/** The same options for CSV, whose body can't contain them. */
export const ImportQuery = Type.Object(options)

export const BulkImport = Named('BulkImport', {
  id: Id,
  organizationId: Id,
  kind: BulkImportKind,
  status: BulkImportStatus,
  dryRun: Type.Boolean(),
  emitEvents: Type.Boolean(),
  total: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
})

export const BulkImportRow = Named('BulkImportRow', {
  number: Type.Integer(),
  externalId: Nullable(Type.String()),
  status: BulkImportRowStatus,
  messages: Type.Array(Type.String()),
  recordId: Nullable(Id),
})

export const BulkImportQuery = Type.Object(PageQuery)

export const BulkImportRowQuery = Type.Object({
  status: Type.Optional(Described(BulkImportRowStatus, 'With this status')),
  ...PageQuery,
})
