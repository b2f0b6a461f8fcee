// `pnpm test` starts PostgreSQL with a migrated template database, and an S3 store. Then it runs the named test files
// and folders, or those of scripts/test/plan.ts below the working directory; `pnpm test:system` runs all others.
// TEST_DATABASE_URL and TEST_S3_ENDPOINT override the servers.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { EngineError } from '@mediajobs/local-engines'
import { FOLDER_PREFIX } from '@mediajobs/local-engines/testing'
import { testsOfChange } from './test/changed.ts'
import { type CommandLine, readCommandLine } from './test/command-line.ts'
import { findLeaks } from './test/leaks.ts'
import { CACHE_FOLDER, type FailedFile, findTestFiles, JOBS, planRun } from './test/plan.ts'
import {
  type Provided,
  provideDatabase,
  provideObjectStore,
  removeLeftBehind,
} from './test/servers.ts'
import { buildTap, startTap, type TapRun } from './test/tap.ts'

// A secret logged once is often logged a thousand times.
const MAX_PRINTED_LEAKS = 20

let interruption: NodeJS.Signals | null = null
let running: TapRun | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Only once: a second Ctrl-C kills this process, which ends all its children.
  process.once(signal, () => {
    interruption = signal
    running?.end()
  })
}

async function main(args: string[]): Promise<number> {
  const commandLine = readCommandLine(args)
  const files = filesToRun(commandLine)
  if (files.length === 0) return 0
  buildTap()
  await removeLeftBehind()
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  const provided: Provided[] = []
  try {
    for (const provide of [provideDatabase, provideObjectStore]) {
      if (!interruption) provided.push(await provide(folder))
    }
    if (interruption) return signalExitCode(interruption)
    return await test(files, commandLine, provided, folder)
  } finally {
    for (const each of provided.reverse()) await each.end()
    await rm(folder, { recursive: true, force: true })
  }
}

function filesToRun({ paths, isSystem, isChanged, jobs }: CommandLine): string[] {
  if (!isChanged) return findTestFiles(paths, isSystem)
  if (paths.length === 0) return testsOfChange(jobs ?? JOBS)
  throw new EngineError('NOT_STARTED', '--changed chooses the files itself: give no paths')
}

async function test(
  files: string[],
  { tapEnvironment, ...options }: CommandLine,
  provided: Provided[],
  folder: string,
): Promise<number> {
  const environment = Object.assign({}, ...provided.map((each) => each.environment))
  const logs = join(folder, 'logs')
  await mkdir(logs)
  // Many processes, in this run and the next, load the same modules: compile them once.
  const NODE_COMPILE_CACHE = join(CACHE_FOLDER, 'compiled')
  running = startTap(planRun(files, options), {
    ...environment,
    ...tapEnvironment,
    NODE_COMPILE_CACHE,
    TEST_LOGS: logs,
  })
  const { code, signal, passed, failed, failures } = await running.ended
  for (const each of failures) process.stdout.write(describeFailure(each))
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  const endedBy = interruption ?? signal
  if (endedBy) return signalExitCode(endedBy)
  return printLeaks(logs, join(folder, 'postgres', 'postgres.log')) ? 1 : (code ?? 1)
}

function describeFailure({ name, failed }: FailedFile): string {
  return `\n${name} failed\n${failed.map((each) => `  ${each}\n`).join('')}`
}

/** Prints test secrets found in logs or error responses. @returns whether there are any */
function printLeaks(logs: string, databaseLog: string): boolean {
  const leaks = findLeaks(logs, existsSync(databaseLog) ? [databaseLog] : [])
  for (const { file, line, kind } of leaks.slice(0, MAX_PRINTED_LEAKS)) {
    process.stdout.write(`a secret was logged: ${kind}, in line ${line} of ${file}\n`)
  }
  if (leaks.length > 0) process.stdout.write(`${leaks.length} secrets in logs or problems\n`)
  return leaks.length > 0
}

// The exit code used by shells.
function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const message = error instanceof EngineError ? error.message : inspect(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
