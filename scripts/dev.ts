// What `pnpm dev` runs: the whole service on this machine, with a PostgreSQL and an S3 store from the
// package registry and an organization to try things with. Everything that it starts ends with it.
import { constants } from 'node:os'
import { inspect } from 'node:util'
import { EngineError } from '@mediajobs/local-engines'
import { EnvironmentError } from '@mediajobs/runtime'
import { packageRunnerGone } from './dev/package-runners.ts'
import { runService } from './dev/run.ts'

// A terminal and the package runners above may each pass the same Ctrl-C on.
const ONE_KEYSTROKE_MS = 1_000

const ending = new AbortController()
let endingSinceMs = 0

function end(): void {
  if (ending.signal.aborted) return
  endingSinceMs = Date.now()
  ending.abort()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const isRepeated = ending.signal.aborted && Date.now() - endingSinceMs > ONE_KEYSTROKE_MS
    // What still runs is tied to this process and ends with it.
    if (isRepeated) process.exit(128 + constants.signals[signal])
    end()
  })
}
void packageRunnerGone().then(end)
// The terminal may be closed before this process has ended.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

try {
  await runService(ending.signal, (line) => process.stdout.write(`${line}\n`))
} catch (error) {
  const isForPeople = error instanceof EngineError || error instanceof EnvironmentError
  process.stderr.write(`${isForPeople ? error.message : inspect(error)}\n`)
  process.exitCode = 1
}
