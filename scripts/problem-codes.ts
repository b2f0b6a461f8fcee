// Writes packages/domain/src/problem-codes.ts from the tables of docs/errors.md.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('../packages/domain/src/problem-codes.ts', import.meta.url))
const SOURCE = new URL('../docs/errors.md', import.meta.url)

/** packages/domain/src/problem-codes.ts: every code of docs/errors.md with its status. */
export async function problemCodes(): Promise<string> {
  const text = await readFile(SOURCE, 'utf8')
  const [, listed = ''] = /^\| (.*) \| as the response's `code` \|$/m.exec(text) ?? []
  const ofFields: readonly string[] = listed.match(/\w+/g) ?? []
  const rows = [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)]
  const linesOf = (areOfFields: boolean) =>
    rows
      .filter(([, , code = '']) => ofFields.includes(code) === areOfFields)
      .map(([, status, code]) => `  ${code}: ${status},\n`)
      .join('')
  return `// Written by \`pnpm openapi\` from docs/errors.md, which says what to do about each code.

/** Problems with one field of the request, whose code in \`fields\` is the same. */
export const FIELD_PROBLEMS = {
${linesOf(true)}} as const

/** The \`code\` of every problem, with its status. Part of the contract: codes never change meaning. */
export const PROBLEM_CODES = {
  ...FIELD_PROBLEMS,
${linesOf(false)}} as const
`
}

if (import.meta.main) await writeFile(FILE, await problemCodes())
