// `pnpm test:engines` runs the tests that depend on an engine, and the demo, with each PostgreSQL, pooler and
// S3 server of scripts/engines/kinds.ts, and prints a table. `pnpm test:engines postgres-15 minio` runs these
// two. An engine that this machine does not have is a row that says how to get it; with `--require` it is a
// failure. docs/engines.md has the table of the last run.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { EngineError } from '@mediajobs/local-engines'
import {
  type CommandLine,
  type EngineKind,
  readCommandLine,
  UsageError,
} from './engines/command-line.ts'
import { ENGINES_FOLDER, MissingEngine } from './engines/programs.ts'
import { DEMO_TEST, runTests } from './engines/tests.ts'

type Outcome = 'passed' | 'failed' | 'missing'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Only once: a second Ctrl-C ends this process at once, and with it everything that it started.
  process.once(signal, () => stop.abort())
}

async function main({ engines, isRequired }: CommandLine): Promise<number> {
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

async function testEngine({ name, tests, start }: EngineKind, folder: string): Promise<Outcome> {
  const startedMs = performance.now()
  const engine = await start(folder)
  const log = join(ENGINES_FOLDER, `${name}.log`)
  await rm(log, { force: true })
  try {
    const run = (files: readonly string[]) => runTests(files, engine.environment, log, stop.signal)
    const suite = await run(tests)
    const demo = await run([DEMO_TEST])
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    const failed = suite.isGreen ? suite.failed : `**${suite.failed || 'ended'}**`
    const played = demo.isGreen ? 'passed' : '**failed**'
    print(row(name, engine.version, suite.passed, failed, played, seconds))
    if (suite.isGreen && demo.isGreen) return 'passed'
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
  process.exitCode = await main(readCommandLine(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof UsageError || error instanceof EngineError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
