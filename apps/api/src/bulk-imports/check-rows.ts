import type { CheckedRow } from '@mediajobs/operations'
import { type TObject, Type } from '@sinclair/typebox'
import type { FastifySchemaCompiler } from 'fastify'
import { InvalidInput } from '../errors.ts'
import { ignoredIn, noteIgnored } from '../ignored-paths.ts'
import { importBody } from './schemas.ts'

type Compiler = FastifySchemaCompiler<unknown>

interface SentImport {
  rows: Record<string, unknown>[]
}

const SentRow = Type.Object({}, { additionalProperties: true })

/**
 * Validates an import's body: a wrong body is refused, a wrong row is not. Each row becomes what its
 * schema says of it, and an unknown field is reported once for all rows that have it.
 */
export function checkingRows(compile: Compiler, row: TObject): Compiler {
  return (part) => {
    if (part.httpPart !== 'body') return compile(part)
    const checkBody = compile({ ...part, schema: importBody(SentRow) })
    const checkRow = compile({ ...part, schema: row })
    return (body: unknown) => {
      const outcome = checkBody(body)
      if (isFailure(outcome)) return outcome
      const { rows } = body as SentImport
      const value = { ...(body as SentImport), rows: rows.map((sent) => checked(checkRow, sent)) }
      noteIgnored(value, [...ignoredIn(body), ...ignoredOnce(value.rows)])
      return { value }
    }
  }
}

function checked(check: ReturnType<Compiler>, data: Record<string, unknown>): CheckedRow {
  const outcome = check(data)
  if (!isFailure(outcome)) return { data, violations: [], ignored: ignoredIn(data) }
  const { error } = outcome
  if (!(error instanceof InvalidInput)) throw error
  return { data, violations: error.problem.messages, ignored: error.ignored }
}

/** Each ignored path at the first row that has it: thousands of rows say the same. */
function ignoredOnce(rows: readonly CheckedRow[]): string[] {
  const firstRow = new Map<string, number>()
  for (const [i, { ignored }] of rows.entries()) {
    for (const path of ignored) if (!firstRow.has(path)) firstRow.set(path, i)
  }
  return [...firstRow].map(([path, i]) => `rows[${i}].${path}`)
}

function isFailure(outcome: unknown): outcome is { error: Error } {
  return typeof outcome === 'object' && outcome !== null && 'error' in outcome
}
