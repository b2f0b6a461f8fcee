import { parseArgs } from 'node:util'
import { findPooler, PACKAGES, startVersion, withPooler } from './databases.ts'
import type { Engine } from './programs.ts'
import { startMinio, startVersity } from './stores.ts'
import { DATABASE_TESTS, POOLER_TESTS, STORE_TESTS } from './tests.ts'

export interface EngineKind {
  /** `postgres-15`, as the command line names it. */
  name: string
  /** The files and folders of the tests. */
  tests: readonly string[]
  /** Starts it, with its files in `folder`. Throws MissingEngine. */
  start(folder: string): Promise<Engine>
}

/** Every engine that the service is tested with. The rest of each run is the embedded one. */
const ENGINES: readonly EngineKind[] = [
  ...Object.keys(PACKAGES).flatMap((major) => [
    {
      name: `postgres-${major}`,
      tests: DATABASE_TESTS,
      start: (folder: string) => startVersion(major, folder),
    },
    {
      name: `postgres-${major}-pgbouncer`,
      tests: POOLER_TESTS,
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
  { name: 'minio', tests: STORE_TESTS, start: startMinio },
  { name: 'versity', tests: STORE_TESTS, start: startVersity },
]

export interface CommandLine {
  engines: readonly EngineKind[]
  /** An engine that this machine does not have is a failure. */
  isRequired: boolean
}

/** A mistake in the options. Its message is for the terminal. */
export class UsageError extends Error {}

const NAMES = ENGINES.map(({ name }) => name)

/** Reads `pnpm test:engines [--require] [name …]`. Throws UsageError. */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parse(args)
  const unknown = positionals.filter((name) => !NAMES.includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`There is no engine ${unknown.join(', ')}. ${usage()}`)
  }
  const isChosen = ({ name }: EngineKind) => positionals.length === 0 || positionals.includes(name)
  return { engines: ENGINES.filter(isChosen), isRequired: values.require ?? false }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { require: { type: 'boolean' } },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. ${usage()}`)
  }
}

function usage(): string {
  return `usage: pnpm test:engines [--require] [engine …]\nThe engines are ${NAMES.join(', ')}`
}
