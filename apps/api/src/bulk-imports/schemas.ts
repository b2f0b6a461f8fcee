import { MAX_EXTERNAL_ID_LENGTH, MAX_IMPORT_ROWS } from '@mediajobs/domain'
import type { CheckedRow } from '@mediajobs/operations/bulk-imports'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { RefusedField } from '../vocabulary/problems.ts'
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

/** The fields of a single create, with a required externalId. */
export function customerRow(create: TObject): TObject {
  return Named('CustomerRow', { ...create.properties, externalId: ExternalId })
}

/** The customer may also be named by externalId. */
export function projectRow(create: TObject): TObject {
  return Named('ProjectRow', {
    ...create.properties,
    externalId: ExternalId,
    customerExternalId: Type.Optional(Nullable(ExternalId)),
  })
}

/** Callers send rows that match `row`; the handler receives the results of their checks. */
export function importBody(row: TSchema, title: string) {
  const rows = Type.Array(row, { minItems: 1, maxItems: MAX_IMPORT_ROWS })
  return Type.Object({ rows: Type.Unsafe<CheckedRow[]>(rows), ...options }, { title })
}

const options = {
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Report what would be done and write nothing. Default: false' }),
  ),
  emitEvents: Type.Optional(
    Type.Boolean({ description: 'Fire the events of imported records. Default: true' }),
  ),
}

/** The options of a CSV import, whose body can't contain them. */
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
  skipped: Type.Integer({ description: 'Rows of a CSV file without any value, not in `total`' }),
  ignoredFields: Type.Array(Type.String(), {
    description: 'Unknown fields of its rows, as many as `X-Ignored-Fields` names',
  }),
  fileSha256: Nullable(
    Type.String({ description: 'SHA-256 of the CSV file, in hexadecimal. null for JSON' }),
  ),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
})

export const BulkImportRow = Named('BulkImportRow', {
  number: Type.Integer(),
  externalId: Nullable(Type.String()),
  status: BulkImportRowStatus,
  messages: Type.Array(Type.String()),
  fields: Type.Array(RefusedField),
  recordId: Nullable(Id),
})

export const BulkImportQuery = Type.Object(PageQuery)

export const BulkImportRowQuery = Type.Object({
  status: Type.Optional(Described(BulkImportRowStatus, 'With this status')),
  ...PageQuery,
})
