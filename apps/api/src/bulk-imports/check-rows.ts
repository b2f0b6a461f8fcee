import {
  type FieldCode,
  MAX_IMPORT_ROWS,
  MAX_IMPORT_VIOLATIONS,
  MAX_VIOLATIONS,
  type RefusedField,
} from '@mediajobs/domain'
import type { CheckedRow } from '@mediajobs/operations/bulk-imports'
import { type TObject, Type } from '@sinclair/typebox'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { ignoredIn, recordIgnored } from '../plugins/body/unknown-fields.ts'
import { Turns } from '../plugins/fair-shares/fair-shares.ts'
import { InvalidInput } from '../vocabulary/errors.ts'
import { importBody } from './schemas.ts'

/** A row that fails without affecting the others. */
export class UnreadableRow {
  readonly field: RefusedField

  constructor(field: RefusedField) {
    this.field = field
  }
}

type Compiler = FastifySchemaCompiler<unknown>

/**
 * Validation of an import route: an invalid body is refused, an invalid row isn't. Replaces each row with the result of
 * its check, reports each unknown field once for all rows, and yields to other requests.
 *
 * @param url of the route
 */
export function checkingRows(compile: Compiler, url: string, row: TObject) {
  const checkRow = compile({ schema: row, method: 'POST', url, httpPart: 'body' })
  const body = importBody(Type.Unknown(), 'ImportBody')
  const validatorCompiler: Compiler = (part) =>
    compile(part.httpPart === 'body' ? { ...part, schema: body } : part)
  return {
    validatorCompiler,
    async preValidation({ body }: FastifyRequest): Promise<void> {
      // With no rows or too many, the subsequent validation refuses the body.
      if (!hasRows(body) || body.rows.length > MAX_IMPORT_ROWS) return
      const rows = await checkedRows(checkRow, body.rows)
      body.rows = rows
      recordIgnored(body, ignoredOnce(rows))
    },
  }
}

function hasRows(body: unknown): body is { rows: unknown[] } {
  return typeof body === 'object' && body !== null && 'rows' in body && Array.isArray(body.rows)
}

async function checkedRows(
  check: ReturnType<Compiler>,
  sent: readonly unknown[],
): Promise<CheckedRow[]> {
  const turns = new Turns()
  const rows: CheckedRow[] = []
  let violationsLeft = MAX_IMPORT_VIOLATIONS
  for (const data of sent) {
    const { violations, ...row } = checked(check, data)
    const kept = violations.slice(0, Math.max(1, violationsLeft))
    violationsLeft -= kept.length
    rows.push({ ...row, violations: kept })
    await turns.pass()
  }
  return rows
}

function checked(check: ReturnType<Compiler>, data: unknown): CheckedRow {
  if (data instanceof UnreadableRow) return refused(data.field)
  if (!isObject(data)) return refused(refusedRow('wrong_type', 'row must be an object'))
  const outcome = check(data)
  if (!isFailure(outcome)) return { data, violations: [], ignored: ignoredIn(data) }
  const { error } = outcome
  if (!(error instanceof InvalidInput)) throw error
  return { data, violations: error.problem.fields ?? [], ignored: error.ignored }
}

function refused(field: RefusedField): CheckedRow {
  return { data: {}, violations: [field], ignored: [] }
}

/** A refusal of the whole row, so its path is empty. */
export function refusedRow(code: FieldCode, message: string): RefusedField {
  return { path: '', code, message }
}

/** The ignored paths, each once, at its first row: thousands of rows may share a path. */
function ignoredOnce(rows: readonly CheckedRow[]): string[] {
  const firstRow = new Map<string, number>()
  for (const [i, { ignored }] of rows.entries()) {
    for (const path of ignored) {
      if (firstRow.size === MAX_VIOLATIONS) break
      if (!firstRow.has(path)) firstRow.set(path, i)
    }
  }
  return [...firstRow].map(([path, i]) => `rows[${i}].${path}`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFailure(outcome: unknown): outcome is { error: Error } {
  return typeof outcome === 'object' && outcome !== null && 'error' in outcome
}
