// What `pnpm test` runs: a PostgreSQL with a migrated template database and an S3 store, then tap
// over the files that are named, or over all of them. TEST_DATABASE_URL and TEST_S3_ENDPOINT name
// servers to use instead of those from the package registry.
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { EngineError } from '@mediajobs/local-engines'
import { FOLDER_PREFIX, removeLeftBehind } from './test/left-behind.ts'
import { type Provided, provideDatabase, provideObjectStore } from './test/servers.ts'
import { buildTap, startTap, type TapRun } from './test/tap.ts'

let interruption: NodeJS.Signals | null = null
let running: TapRun | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Once: a second Ctrl-C ends this process at once, and with it everything that it started.
  process.once(signal, () => {
    interruption = signal
    running?.end()
  })
}

async function main(args: string[]): Promise<number> {
  buildTap()
  await removeLeftBehind()
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  const provided: Provided[] = []
  try {
    for (const provide of [provideDatabase, provideObjectStore]) {
      if (!interruption) provided.push(await provide(folder))
    }
    if (interruption) return signalExitCode(interruption)
    return await test(args, provided, folder)
  } finally {
    for (const each of provided.reverse()) await each.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function test(args: string[], provided: Provided[], folder: string): Promise<number> {
  const environment = Object.assign({}, ...provided.map((each) => each.environment))
  running = startTap(args, environment, folder)
  const { code, signal, passed, failed } = await running.ended
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  const endedBy = interruption ?? signal
  return endedBy ? signalExitCode(endedBy) : (code ?? 1)
}

// As shells have it.
function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const said = error instanceof EngineError ? error.message : inspect(error)
  process.stderr.write(`${said}\n`)
  process.exitCode = 1
}
