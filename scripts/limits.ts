// Writes docs/limits.md from the constants of packages/domain.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as domain from '@mediajobs/domain'
import { LIMIT_GROUPS, LIMITS } from '@mediajobs/domain'

const FILE = fileURLToPath(new URL('../docs/limits.md', import.meta.url))

const HEAD = `# Limits

Written by \`pnpm openapi\` from [the constants of the code](../packages/domain/src/bounds/). A bound is checked before the work
that it bounds. Beyond it, an empty cell is a 400 \`invalid_request\` that names the field; a 429 has a \`Retry-After\`.
[errors.md](errors.md) has all codes, [api.md](api.md#limits) the limits on calls.
`

const NAMES_FIELD = '400 `invalid_request`, which names the field'

const SIZES = [
  ['GiB', 1_024 ** 3],
  ['MiB', 1_024 ** 2],
  ['KiB', 1_024],
] as const

type Constant = keyof typeof LIMITS

const VALUES: Record<Constant, number> = domain

/** docs/limits.md: every bound. */
export function limitsPage(): string {
  return [HEAD, ...LIMIT_GROUPS.map(groupTable)].join('\n')
}

function groupTable(group: string): string {
  const names = (Object.keys(LIMITS) as Constant[]).filter((name) => LIMITS[name].group === group)
  const rows = names.map((name) => {
    const { subject, unit, beyond } = LIMITS[name]
    const most = inWords(VALUES[name], subject.split(' ').includes(unit) ? '' : unit)
    return `| ${subject} | ${most} | ${beyond === NAMES_FIELD ? '' : `${beyond} `}|`
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

if (import.meta.main) {
  await writeFile(FILE, limitsPage())
}
