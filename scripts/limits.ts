// Writes docs/limits.md from the constants of packages/domain and from docs/openapi.json.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as domain from '@mediajobs/domain'
import { LIMIT_GROUPS, LIMITS } from '@mediajobs/domain'
import {
  type Document,
  type Found,
  followed,
  type JsonSchema,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'

const DOCUMENT = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const FILE = fileURLToPath(new URL('../docs/limits.md', import.meta.url))

const HEAD = `# Limits

Written by \`pnpm openapi\` from the OpenAPI document and the constants that the code uses
([bounds.ts](../packages/domain/src/bounds.ts)). A bound is checked before the work that it bounds. A plain 400 is
\`invalid_request\` and names the field; [errors.md](errors.md) has all codes, [api.md](api.md#limits) the limits on calls.
`

const FIELDS = `## Fields of requests

Beyond one of these the response is a plain 400. \`?name\` is a query parameter.
`

const NAMES_FIELD = '400 `invalid_request`, which names the field'

const SIZES = [
  ['GiB', 1_024 ** 3],
  ['MiB', 1_024 ** 2],
  ['KiB', 1_024],
] as const

type Constant = keyof typeof LIMITS

const VALUES: Record<Constant, number> = domain

/** docs/limits.md: every bound, and every field of a request that has one. */
export function limitsPage(document: Document): string {
  return [HEAD, ...LIMIT_GROUPS.map(groupTable), FIELDS, fieldTable(document)].join('\n')
}

function groupTable(group: string): string {
  const names = (Object.keys(LIMITS) as Constant[]).filter((name) => LIMITS[name].group === group)
  const rows = names.map((name) => {
    const { subject, unit, beyond } = LIMITS[name]
    const most = inWords(VALUES[name], subject.split(' ').includes(unit) ? '' : unit)
    return `| ${subject} | ${most} | ${beyond === NAMES_FIELD ? '400' : beyond} |`
  })
  return `## ${group}\n\n| what | at most | beyond it |\n|---|---|---|\n${rows.join('\n')}\n`
}

function inWords(value: number, unit: string): string {
  if (unit === 'share') return `${value * 100} %`
  if (unit === 'ms') return `${value / 1_000} s`
  if (unit !== 'bytes') return `${value.toLocaleString('en')} ${unit}`.trim()
  const [name, size] = SIZES.find(([, size]) => value % size === 0) ?? ['bytes', 1]
  return `${value / size} ${name}`
}

/** Fields of the same operations share a row; those with the same bound share it. */
function fieldTable(document: Document): string {
  const found = operationsOf(document).flatMap((found) =>
    [...boundedFields(document, found)].map(([field, bound]) => ({
      key: `${field} ${bound}`,
      field,
      bound,
      operation: `${found.method} ${found.path}`,
    })),
  )
  const fields = [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) => {
    const operations = [...new Set(same.map(({ operation }) => `\`${operation}\``))].join(', ')
    return same.slice(0, 1).map(({ field, bound }) => ({ field, bound, operations }))
  })
  const rows = Map.groupBy(fields, ({ operations }) => operations)
  const lines = [...rows].map(([operations, same]) => `| ${operations} | ${boundsOf(same)} |`)
  return `| operations | bounds |\n|---|---|\n${lines.join('\n')}\n`
}

function boundsOf(fields: { field: string; bound: string }[]): string {
  const same = [...Map.groupBy(fields, ({ bound }) => bound)]
  return same
    .map(([bound, all]) => `${all.map(({ field }) => `\`${field}\``).join(', ')}: ${bound}`)
    .join('<br>')
}

function* boundedFields(document: Document, { operation }: Found): Generator<[string, string]> {
  for (const { name, schema } of parametersOf(document, operation, 'query')) {
    yield* bounded(document, schema, `?${name}`)
  }
  const { schema } = operation.requestBody?.content['application/json'] ?? {}
  if (schema) yield* bounded(document, schema, '')
}

/** The fields in `schema` that have a bound, with the path of each. */
function* bounded(
  document: Document,
  schema: JsonSchema,
  path: string,
): Generator<[string, string]> {
  const wanted = followed(document, schema)
  const bound = boundOf(wanted)
  if (bound !== '') yield [path, bound]
  for (const [name, inner] of Object.entries(wanted.properties ?? {})) {
    yield* bounded(document, inner, path === '' ? name : `${path}.${name}`)
  }
  if (wanted.items) yield* bounded(document, wanted.items, `${path}[]`)
}

// A text without control characters, which callers read more easily as two words.
const ONE_LINE = '^([^\\x00-\\x1f\\x7f-\\x9f\u2027-\u202a]|[\u2027\u202a])*$'

function boundOf(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern } = schema
  return [
    rangeOf(minLength, maxLength, ' characters'),
    rangeOf(minItems, maxItems, ' items'),
    rangeOf(minimum, maximum, ''),
    pattern === ONE_LINE ? 'one line' : pattern && `\`${pattern.replaceAll('|', '\\|')}\``,
  ]
    .filter(Boolean)
    .join(', ')
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string {
  const text = (value: number) => `${value.toLocaleString('en').replace('-', '−')}`
  if (most === undefined) return least === undefined ? '' : `at least ${text(least)}${unit}`
  return `${least === undefined ? 'at most ' : `${text(least)} to `}${text(most)}${unit}`
}

if (import.meta.main) {
  await writeFile(FILE, limitsPage(JSON.parse(await readFile(DOCUMENT, 'utf8'))))
}
