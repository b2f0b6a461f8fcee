// `pnpm dev` runs the whole service on this machine, with a PostgreSQL and an S3 store from the package
// registry, and with a demo organization. `--cells 2` runs it twice, as two cells. Everything that it starts ends
// with it.
import { inspect } from 'node:util'
import { EngineError } from '@mediajobs/local-engines'
import { EnvironmentError, onStopRequest } from '@mediajobs/runtime'
import { packageRunnerGone } from './dev/package-runners.ts'
import { runService } from './dev/run.ts'

const ending = new AbortController()

// A second request ends this process at once, and with it every process that it started.
onStopRequest(() => ending.abort())
void packageRunnerGone().then(() => ending.abort())
// The terminal may be closed before this process has ended.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

try {
  await runService({
    args: process.argv.slice(2),
    signal: ending.signal,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
} catch (error) {
  const isForPeople = error instanceof EngineError || error instanceof EnvironmentError
  process.stderr.write(`${isForPeople ? error.message : inspect(error)}\n`)
  process.exitCode = 1
}
