// `pnpm dev` runs the whole service locally, with PostgreSQL and an S3 store from the package registry and a demo
// organization. `--cells 2` runs two cells. Everything it starts ends with it.
import { inspect } from 'node:util'
import { EngineError } from '@mediajobs/local-engines'
import { EnvironmentError, onStopRequest } from '@mediajobs/runtime'
import { endWithPackageRunner } from './dev/package-runners.ts'
import { runService } from './dev/run.ts'

const ending = new AbortController()

// A second request kills this process, which ends all its children.
onStopRequest(() => ending.abort())
await endWithPackageRunner(() => ending.abort())
// The terminal may close before this process ends.
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
