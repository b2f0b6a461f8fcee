import type { Engine } from './engine.ts'
import { startMinio } from './minio.ts'
import { findPooler, withPooler } from './pgbouncer.ts'
import { PACKAGES, startVersion } from './postgres.ts'
import { DATABASE_TESTS, POOLER_TESTS, STORE_TESTS } from './test-files.ts'
import { startVersity } from './versity.ts'

export interface EngineKind {
  /** `postgres-15`, as the command line names it. */
  name: string
  /** The files and folders of the tests. */
  tests: readonly string[]
  /** Starts it, with its files in `folder`. Throws MissingEngine. */
  start(folder: string): Promise<Engine>
}

/** Every engine that the service is tested with. The rest of each run is the embedded one. */
export const ENGINES: readonly EngineKind[] = [
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
