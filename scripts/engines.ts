// `pnpm test:engines` runs the engine-dependent tests and the demo with each PostgreSQL, pooler and S3 server in
// ENGINES, checks calls of the payment provider's API, drives pages in browsers, and prints a table. `pnpm
// test:engines postgres-15 minio` runs these two. A missing engine gets a row with installation hints, or fails with
// `--require`. docs/engines.md has the last run's table.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { EngineError } from '@mediajobs/local-engines'
import { startFirefox, startWebKit } from './engines/browsers.ts'
import { findPooler, PACKAGES, startVersion, withPooler } from './engines/databases.ts'
import { ENGINES_FOLDER, type Engine, MissingEngine, startStripeMock } from './engines/programs.ts'
import { startMinio, startVersity } from './engines/stores.ts'
import {
  BROWSER_TESTS,
  DATABASE_TESTS,
  DEMO_TEST,
  PAYMENT_TESTS,
  POOLER_TESTS,
  runTests,
  STORE_TESTS,
} from './engines/tests.ts'

interface EngineKind {
  /** Command-line name: `postgres-15`. */
  name: string
  /** The files and folders of the tests. */
  tests: readonly string[]
  /** Whether the demo needs it. */
  playsDemo: boolean
  /** Starts it, with its files in `folder`. @throws {MissingEngine} */
  start(folder: string): Promise<Engine>
}

/** The tested engines. Each run uses embedded ones for the rest. */
const ENGINES: readonly EngineKind[] = [
  ...Object.keys(PACKAGES).flatMap((major) => [
    {
      name: `postgres-${major}`,
      tests: DATABASE_TESTS,
      playsDemo: true,
      start: (folder: string) => startVersion(major, folder),
    },
    {
      name: `postgres-${major}-pgbouncer`,
      tests: POOLER_TESTS,
      playsDemo: true,
      async start(folder: string) {
        const pooler = findPooler()
        const server = await startVersion(major, folder)
        try {
          return await withPooler(server, pooler, folder)
        } catch (error) {
          await server.end()
          throw error
        }
      },
    },
  ]),
  { name: 'minio', tests: STORE_TESTS, playsDemo: true, start: startMinio },
  { name: 'versity', tests: STORE_TESTS, playsDemo: true, start: startVersity },
  { name: 'stripe-mock', tests: PAYMENT_TESTS, playsDemo: false, start: startStripeMock },
  { name: 'webkit', tests: BROWSER_TESTS, playsDemo: false, start: startWebKit },
  { name: 'firefox', tests: BROWSER_TESTS, playsDemo: false, start: startFirefox },
]

const NAMES = ENGINES.map(({ name }) => name)
const USAGE = `usage: pnpm test:engines [--require] [engine …]\nThe engines are ${NAMES.join(', ')}`

class UsageError extends Error {}

type Outcome = 'passed' | 'failed' | 'missing'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Only once: a second Ctrl-C kills this process, which ends all its children.
  process.once(signal, () => stop.abort())
}

async function main({ names, isRequired }: ReturnType<typeof readArguments>): Promise<number> {
  const engines = ENGINES.filter(({ name }) => names.length === 0 || names.includes(name))
  await mkdir(ENGINES_FOLDER, { recursive: true })
  const [processor] = cpus()
  const machine = `${cpus().length} cores (${processor?.model.trim()}), Node ${process.versions.node}`
  print(`${new Date().toISOString().slice(0, 10)}, ${machine}\n`)
  print('| engine | version | passed | failed | demo | seconds |')
  print('|---|---|---|---|---|---|')
  const outcomes: Outcome[] = []
  for (const kind of engines) {
    if (!stop.signal.aborted) outcomes.push(await tryEngine(kind))
  }
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length
  print(
    `\n${count('passed')} of ${engines.length} engines passed, ${count('failed')} failed, ${count('missing')} are not on this machine`,
  )
  const isWhole = outcomes.length === engines.length
  return isWhole && count('failed') === 0 && !(isRequired && count('missing') > 0) ? 0 : 1
}

function readArguments(args: string[]) {
  try {
    const options = { require: { type: 'boolean' } } as const
    const { values, positionals: names } = parseArgs({ args, allowPositionals: true, options })
    const unknown = names.filter((name) => !NAMES.includes(name))
    if (unknown.length > 0) throw new Error(`Unknown engine ${unknown.join(', ')}`)
    return { names, isRequired: values.require ?? false }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. ${USAGE}`)
  }
}

async function tryEngine(kind: EngineKind): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'mediajobs-engines-'))
  try {
    return await testEngine(kind, folder)
  } catch (error) {
    if (error instanceof MissingEngine) {
      print(row(kind.name, `not here: ${error.message}`, '', '', '', ''))
      return 'missing'
    }
    const message = error instanceof Error ? error.message : String(error)
    print(row(kind.name, `**not started**: ${message}`, '', '', '', ''))
    return 'failed'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function testEngine(
  { name, tests, playsDemo, start }: EngineKind,
  folder: string,
): Promise<Outcome> {
  const startedMs = performance.now()
  const engine = await start(folder)
  const log = join(ENGINES_FOLDER, `${name}.log`)
  await rm(log, { force: true })
  try {
    const run = (files: readonly string[]) => runTests(files, engine.environment, log, stop.signal)
    const suite = await run(tests)
    const demo = playsDemo ? await run([DEMO_TEST]) : null
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    const failed = suite.isGreen ? suite.failed : `**${suite.failed || 'ended'}**`
    const played = demo === null ? '' : demo.isGreen ? 'passed' : '**failed**'
    print(row(name, engine.version, suite.passed, failed, played, seconds))
    if (suite.isGreen && demo?.isGreen !== false) return 'passed'
    process.stderr.write(`${name}: the output of the tests is in ${relative('.', log)}\n`)
    return 'failed'
  } finally {
    await engine.end()
  }
}

function row(...cells: (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('\n', ' ')).join(' | ')} |`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  process.exitCode = await main(readArguments(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof UsageError || error instanceof EngineError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
