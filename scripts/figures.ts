// `pnpm figures` prints the project's size figures with their limits.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { measureExecutedFiles, readImports } from './figures/executed-files.ts'

type Figure = [name: string, atMost: string, now: string]

const SHORT_LINES = 15
const API = 'apps/api/src/'
const TESTING = /\/(test|testing)\//

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 })
const texts = new Map(
  tracked
    .split('\n')
    .filter((path) => /^(apps|packages|scripts|bench|docker|migrations)\/|\.md$/.test(path))
    .flatMap((path) => readIfThere(path).map((text) => [path, text] as const)),
)
const sources = [...texts.keys()].filter(
  (path) =>
    /^(apps|packages|scripts|bench|docker)\/.*\.(ts|css)$/.test(path) && !TESTING.test(path),
)
const imports = readImports(texts)

const linesOf = (path: string) => (texts.get(path)?.match(/\n/g) ?? []).length
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

function readIfThere(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')]
  } catch {
    // Deleted in the working tree.
    return []
  }
}

function medianLines(): number {
  const sorted = sources.map(linesOf).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** Short files, except entry points (named by a package.json, or imported by nothing). */
function shortFiles(): string[] {
  const imported = new Set([...imports.values()].flat())
  const named = new Set(imports.exported)
  return sources.filter(
    (path) => linesOf(path) < SHORT_LINES && imported.has(path) && !named.has(path),
  )
}

/** Counts the files of a recipe's first table in CONTRIBUTING: those edited manually in every such change. */
function recipeFiles(heading: string): number {
  const sections = (texts.get('CONTRIBUTING.md') ?? '').split(/^### /m)
  const section = sections.find((each) => each.startsWith(heading)) ?? ''
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? []
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
  return cells.flatMap((cell) => cell.match(/`[^`]+`/g) ?? []).length
}

function apiEntries(): string[] {
  return readdirSync(API).filter((name) => name !== 'pages')
}

/** The length of the longest import chain between the entries of apps/api/src. Entries in a cycle share a level. */
function apiLevels(): number {
  const entries = apiEntries()
  const entryOf = (path: string) =>
    path.startsWith(API) ? path.slice(API.length).split('/')[0] : ''
  const uses = new Map(entries.map((entry) => [entry, new Set<string>()]))
  for (const [path, targets] of imports) {
    for (const target of targets) {
      const [from = '', to = ''] = [entryOf(path), entryOf(target)]
      if (from !== to && uses.has(to)) uses.get(from)?.add(to)
    }
  }
  const reached = new Map(entries.map((entry) => [entry, reachable(entry, uses)]))
  const levels = new Map<string, number>()
  const levelOf = (entry: string): number => {
    const known = levels.get(entry)
    if (known !== undefined) return known
    const cycle = entries.filter(
      (each) => each === entry || (reached.get(entry)?.has(each) && reached.get(each)?.has(entry)),
    )
    const below = cycle.flatMap((each) => [...(uses.get(each) ?? [])])
    const outside = below.filter((each) => !cycle.includes(each))
    const level = 1 + Math.max(0, ...outside.map(levelOf))
    levels.set(entry, level)
    return level
  }
  return Math.max(...entries.map(levelOf))
}

function reachable(entry: string, uses: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const next of uses.get(each) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(next)
    }
  }
  return found
}

function importsIntoApps(): number {
  const targets = [...imports].filter(([path]) => path.startsWith('packages/'))
  return targets.flatMap(([, paths]) => paths).filter((path) => path.startsWith('apps/')).length
}

function words(): number {
  const documents = [...texts].filter(([path]) => path.endsWith('.md'))
  return sum(documents.map(([, text]) => text.split(/\s+/).filter(Boolean).length))
}

function print(figures: Figure[]): void {
  const rows = [['', 'at most', 'now'], ...figures]
  const [wide = 0, narrow = 0] = [0, 1].map((i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  )
  for (const [name = '', atMost = '', now = ''] of rows) {
    process.stdout.write(`${name.padEnd(wide)}  ${atMost.padStart(narrow)}  ${now}\n`)
  }
}

const executed = await measureExecutedFiles()
if (process.argv.includes('--files')) {
  for (const [what, files] of Object.entries({ ...executed, 'short files': shortFiles() })) {
    process.stdout.write(`${what}\n${files.map((path) => `  ${path}\n`).join('')}`)
  }
}
const migrations = [...texts.keys()].filter((path) => path.startsWith('migrations/'))
const recipes = ['A field of a project', 'An event', 'A resource'].map(recipeFiles)
print([
  ['lines of source (.ts and .css in git, without tests)', '66000', `${sum(sources.map(linesOf))}`],
  ['source files; median lines', '700; 80', `${sources.length}; ${medianLines()}`],
  [`files under ${SHORT_LINES} lines, entry points aside`, '40', `${shortFiles().length}`],
  [
    'files for a new field of a project; an event; a resource (CHANGELOG aside)',
    '6; 6; 12',
    recipes.join('; '),
  ],
  [
    'source files executed by a booking; by a webhook',
    '45; 22',
    `${executed.booking.length}; ${executed.webhook.length}`,
  ],
  [
    'entries of apps/api/src, pages aside; import levels',
    '35; 6',
    `${apiEntries().length}; ${apiLevels()}`,
  ],
  ['imports from packages/ into apps/', '0', `${importsIntoApps()}`],
  ['lines below migrations/', '9000', `${sum(migrations.map(linesOf))}`],
  ['words of documents (every .md in git)', '80000', `${words()}`],
  ['`pnpm test`, 2 cores, cold', '4 min', 'by hand'],
])
