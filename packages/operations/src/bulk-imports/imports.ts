import { newId, type Sql } from '@mediajobs/db'
import { IS_UNFINISHED, bulkImports as table } from '@mediajobs/db/schema'
import {
  type BulkImportKind,
  type BulkImportRowStatus,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_IGNORED_BYTES,
  MAX_IGNORED_NAMES,
  MAX_WAITING_IMPORTS,
  type RefusedField,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, getTableColumns, sql as raw } from 'drizzle-orm'
import { DUPLICATE_EMAIL } from '../customers.ts'
import { bytesInTurn, withheldIfLarge } from '../json-bytes.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict, refusedField } from '../shared/errors.ts'
import { type Page, type PageRequest, pageOfLarge, positionOf } from '../shared/paging.ts'
import { lockOrganization, record } from '../shared/record.ts'

/** Rows sent together, and their results so far. */
export type BulkImport = Omit<typeof table.$inferSelect, 'createdByUserId'>

export type BulkImportRef = Pick<BulkImport, 'organizationId' | 'id'>

/** A sent row after schema validation. */
export interface CheckedRow {
  /** Without ignored fields. */
  data: Record<string, unknown>
  /** A row with violations isn't run. */
  violations: readonly RefusedField[]
  /** Paths of unknown fields. */
  ignored: readonly string[]
}

export interface BulkImportInput {
  kind: BulkImportKind
  rows: readonly CheckedRow[]
  dryRun: boolean
  /** False: events are only logged. */
  emitEvents: boolean
  /** Null for JSON. */
  file: ImportedFile | null
}

/** A CSV file as sent. */
export interface ImportedFile {
  sha256: string
  /** Number of blank rows. */
  skipped: number
}

/** The result of one row. */
export interface BulkImportRow {
  /** From 1, after the CSV header. */
  number: number
  /** Truncated. */
  externalId: string | null
  status: BulkImportRowStatus
  messages: string[]
  /** The refused fields. */
  fields: RefusedField[]
  /** The record that the row created, changed or matched. */
  recordId: string | null
}

export interface BulkImportRowFilters {
  status?: BulkImportRowStatus
}

const { createdByUserId: _, ...columns } = getTableColumns(table)
export const imports = record(table, { columns })
export const isUnfinished = raw.raw(IS_UNFINISHED)

/** @throws {OperationError} `not_found`. */
export const getImport = imports.get

/**
 * The organization's bulk imports, newest first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export function listImports(
  sql: Sql,
  orgId: string,
  request: PageRequest,
): Promise<Page<BulkImport>> {
  return imports.page(sql, orgId, request, { list: { list: 'bulk-imports' } })
}

// Raw SQL: a batch.
const INSERT_ROWS = `
  insert into bulk_import_rows (organization_id, import_id, row, data, status, messages, fields)
  select $1, $2, $3 + number, item -> 'data', case when item -> 'fields' is null then 'PENDING' else 'FAILED' end,
    array(select json_array_elements_text(item -> 'messages')), item -> 'fields'
  from json_array_elements($4::json) with ordinality as sent (item, number)`

/**
 * Stores an import for a dispatcher to run. Invalid rows and repeated externalIds are stored as FAILED.
 *
 * @throws {OperationError} `conflict` if the organization has too many unfinished imports.
 */
export async function acceptImport(
  tx: Tx,
  { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
  input: BulkImportInput,
): Promise<BulkImport> {
  const { kind, dryRun, emitEvents, file } = input
  await expectRoom(tx, organizationId)
  const rows = newRows(input)
  const failed = rows.filter(({ fields }) => fields !== undefined).length
  const id = newId()
  const accepted = await imports.insert(tx, organizationId, {
    id,
    kind,
    dryRun,
    emitEvents,
    total: rows.length,
    failed,
    skipped: file?.skipped ?? 0,
    ignoredFields: ignoredFieldsOf(input.rows),
    fileSha256: file?.sha256 ?? null,
    createdByUserId: userId,
  })
  for (const { before, list } of listsOf(rows)) {
    await tx.query(INSERT_ROWS, [organizationId, id, before, list])
  }
  tx.wakeDispatchers('imports')
  return accepted
}

// Characters of JSON per INSERT, a few milliseconds of work: one for all rows would hold up other requests.
const LIST_LENGTH = 1_000_000

/** `rows` as chunks of JSON, each with its offset. */
function* listsOf(rows: readonly object[]) {
  let items: string[] = []
  let length = 0
  for (const [i, row] of rows.entries()) {
    const item = JSON.stringify(row)
    items.push(item)
    length += item.length
    if (length < LIST_LENGTH && i + 1 < rows.length) continue
    yield { before: i + 1 - items.length, list: `[${items}]` }
    items = []
    length = 0
  }
}

async function expectRoom(tx: Tx, orgId: string): Promise<void> {
  const [, waiting] = await Promise.all([
    lockOrganization(tx, orgId),
    tx.orm.$count(table, and(eq(table.organizationId, orgId), isUnfinished)),
  ])
  if (waiting < MAX_WAITING_IMPORTS) return
  throw conflict(
    'too_many_imports',
    `This organization has ${MAX_WAITING_IMPORTS} unfinished bulk imports: wait until one has finished.`,
  )
}

/** The distinct ignored fields, as many as fit. */
function ignoredFieldsOf(rows: readonly CheckedRow[]): string[] {
  const names = new Set<string>()
  let length = 0
  for (const path of rows.flatMap(({ ignored }) => ignored)) {
    if (names.has(path) || length + path.length > MAX_IGNORED_BYTES) continue
    names.add(path)
    length += path.length
    if (names.size === MAX_IGNORED_NAMES) break
  }
  return [...names]
}

/** A row's message, prefixed with the field. */
export function rowMessage({ path, message }: RefusedField): string {
  return message.startsWith(path) ? message : `${path}: ${message}`
}

function newRows({ kind, rows, dryRun }: BulkImportInput) {
  const repeats = repeatsIn(rows, kind, dryRun)
  return rows.map(({ data, violations }, i) => {
    const repeat = repeats.get(i)
    const fields = repeat === undefined ? violations : [...violations, repeat]
    const messages = fields.map(rowMessage)
    return { data, fields: fields.length > 0 ? fields : undefined, messages }
  })
}

/**
 * Violations of rows that repeat a value of an earlier row, by index. Duplicate emails surface when rows are written,
 * except in a dry run, which rolls every row back.
 */
function repeatsIn(
  rows: readonly CheckedRow[],
  kind: BulkImportKind,
  dryRun: boolean,
): Map<number, RefusedField> {
  const repeats = new Map<number, RefusedField>()
  const numberOf = new Map<string, number>()
  const emails = new Set<string>()
  for (const [i, { data, violations }] of rows.entries()) {
    const { externalId, email } = data
    if (typeof externalId === 'string' && externalId !== '') {
      const earlier = numberOf.get(externalId)
      if (earlier === undefined) numberOf.set(externalId, i + 1)
      else {
        const field = refusedField('externalId', 'not_unique', `repeats that of row ${earlier}`)
        repeats.set(i, field)
      }
    }
    if (!dryRun || kind !== 'CUSTOMERS' || violations.length > 0 || repeats.has(i)) continue
    const address = String(email).toLowerCase()
    if (emails.has(address)) {
      repeats.set(i, { path: 'email', code: 'duplicate_email', message: DUPLICATE_EMAIL })
    }
    emails.add(address)
  }
  return repeats
}

// Raw SQL: the builder can't withhold large values.
const REPORT = `json_build_object('messages', messages, 'fields', coalesce(fields, '[]'))`
const SMALL_COLUMNS = `row as number, status, record_id as "recordId",
  case json_typeof(data -> 'externalId')
    when 'string' then left(data ->> 'externalId', ${MAX_EXTERNAL_ID_LENGTH}) end as "externalId"`
const SELECT = `
  select ${SMALL_COLUMNS}, ${withheldIfLarge(REPORT, ['messages', 'fields'])} as report
  from bulk_import_rows
  where organization_id = $1 and import_id = $2 and row > $3`
const WHOLE = `
  select ${SMALL_COLUMNS}, ${REPORT} as report
  from bulk_import_rows
  where organization_id = $1 and import_id = $2 and row = any ($3)`
const BYTES = bytesInTurn(
  REPORT,
  'from bulk_import_rows where organization_id = $1 and import_id = $2 and row',
  '$3::int[]',
)
const ORDER = 'order by row limit $4'

type Report = Pick<BulkImportRow, 'messages' | 'fields'>
type ListedRow = Omit<BulkImportRow, keyof Report> & { report: Report }

/**
 * A bulk import's rows, in the order sent.
 *
 * @throws {OperationError} `not_found`, or `invalid` for a cursor of another list.
 */
export async function listImportRows(
  sql: Sql,
  { organizationId, id }: BulkImportRef,
  { status, limit, cursor }: BulkImportRowFilters & PageRequest,
): Promise<Page<BulkImportRow>> {
  const list = { list: 'bulk-import-rows', id, status }
  const after = positionOf(cursor, list, isRowNumber)
  await getImport(sql, organizationId, id)
  const values = [organizationId, id, Number(after?.value ?? 0), limit + 1]
  const rows =
    status === undefined
      ? await sql.query<ListedRow>(`${SELECT} ${ORDER}`, values)
      : await sql.query<ListedRow>(`${SELECT} and status = $5 ${ORDER}`, [...values, status])
  const position = (last: ListedRow) => ({ value: String(last.number), id })
  const page = await pageOfLarge(rows, limit, list, position, ['report'], {
    field: 'report',
    key: 'number',
    measure: (numbers) => sql.queryOnce(BYTES, [organizationId, id, numbers]),
    read: (numbers) => sql.queryOnce<ListedRow>(WHOLE, [organizationId, id, numbers]),
  })
  return { ...page, data: page.data.map(({ report, ...row }) => ({ ...row, ...report })) }
}

function isRowNumber(value: string): boolean {
  return /^\d{1,9}$/.test(value)
}
