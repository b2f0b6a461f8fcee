// `pnpm bench` measures every figure of docs/performance.md with its baseline, one after the other.
// `pnpm bench reads webhooks` runs only these two. `--quick` takes a few minutes and only shows that they work.
// `pnpm bench live --against <folder>` also measures the service of another checkout.
// `pnpm bench fleet` takes an hour, or `--minutes`, and runs only when it is named.
// `pnpm bench large-growth --projects 10000000 --data-folder <folder>` fills the folder once, and measures with it.
// `--parts lines,lists` measures only these parts.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  BOOKINGS,
  creates,
  directus,
  fleet,
  GROWTH_PARTS,
  type GrowthPart,
  growth,
  LEAST_PROJECTS,
  largeGrowth,
  latency,
  live,
  MINUTES,
  MOST_PROJECTS,
  media,
  PROJECTS_OF_SLOT,
  pages,
  reads,
  replicas,
  requestLog,
  staffPages,
  webhooks,
} from '@mediajobs/bench'

const BENCHMARKS = {
  reads,
  'request-log': requestLog,
  creates,
  webhooks,
  latency,
  live,
  growth,
  'large-growth': largeGrowth,
  pages,
  'staff-pages': staffPages,
  replicas,
  media,
  directus,
  fleet,
}
const ONLY_BY_NAME = ['fleet']

// Options of one benchmark.
const OWN_OPTIONS = [
  ['minutes', 'fleet'],
  ['bookings', 'fleet'],
  ['projects', 'large-growth'],
  ['data-folder', 'large-growth'],
  ['parts', 'large-growth'],
  ['against', 'live'],
] as const

const { values, positionals } = given()
const names = Object.keys(BENCHMARKS)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  refuse(`There is no benchmark ${unknown.join(', ')}. The benchmarks are ${names.join(', ')}`)
}
for (const [option, owner] of OWN_OPTIONS) {
  const isWithOwner = positionals.length === 1 && positionals[0] === owner
  if (values[option] === undefined || (isWithOwner && !values.quick)) continue
  refuse(`--${option} is an option of \`pnpm bench ${owner}\` without --quick`)
}
for (const option of ['data-folder', 'against'] as const) {
  if (values[option] === '') refuse(`--${option} needs the path of a folder`)
}
const options = {
  isQuick: values.quick,
  minutes: wholeNumber('minutes', MINUTES),
  bookings: wholeNumber('bookings', BOOKINGS),
  projects: values.projects === undefined ? undefined : numberOfProjects(values.projects),
  dataFolder: values['data-folder'] && resolve(values['data-folder']),
  parts: values.parts === undefined ? undefined : partsOf(values.parts),
  against: values.against && resolve(values.against),
}
if (
  options.against !== undefined &&
  !existsSync(join(options.against, 'node_modules/.modules.yaml'))
) {
  refuse(`${options.against} is no checkout with its packages: run \`pnpm install\` there`)
}
for (const [name, run] of Object.entries(BENCHMARKS)) {
  const isWanted =
    positionals.length > 0 ? positionals.includes(name) : !ONLY_BY_NAME.includes(name)
  if (!isWanted) continue
  process.stdout.write(`\n${name}\n`)
  await run(options)
}

function given() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        minutes: { type: 'string' },
        bookings: { type: 'string' },
        projects: { type: 'string' },
        'data-folder': { type: 'string' },
        parts: { type: 'string' },
        against: { type: 'string' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function wholeNumber(
  option: 'minutes' | 'bookings',
  { least, most }: { least: number; most: number },
): number | undefined {
  const text = values[option]
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  return refuse(
    `--${option} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`,
  )
}

function numberOfProjects(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  const isGood = count >= LEAST_PROJECTS && count <= MOST_PROJECTS && count % PROJECTS_OF_SLOT === 0
  if (isGood) return count
  return refuse(
    `--projects must be a multiple of ${PROJECTS_OF_SLOT} from ${LEAST_PROJECTS} to ${MOST_PROJECTS}, not ${JSON.stringify(text)}`,
  )
}

function partsOf(text: string): readonly GrowthPart[] {
  const asked = text.split(',')
  const parts = GROWTH_PARTS.filter((part) => asked.includes(part))
  if (parts.length === asked.length) return parts
  return refuse(`--parts must be some of ${GROWTH_PARTS.join(',')}, not ${JSON.stringify(text)}`)
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
