import { existsSync, globSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from '@mediajobs/local-engines'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const TEST_FILES = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts']
// What `pnpm test` runs. `pnpm test:system` runs the rest, which is all below `test/`.
const FAST_FOLDERS = /^(apps|packages|test\/tenants|test\/whole-job)\//

/**
 * The test files of `paths`, each by its path from the root. A path is a file or a folder, relative to the
 * folder of the command or to the root. Without a path: those of the command, `pnpm test` or `pnpm
 * test:system`, in its folder. Throws for a path that does not exist, and when there is no test file.
 */
export function findTestFiles(paths: readonly string[], isSystem: boolean): string[] {
  const names =
    paths.length > 0
      ? [...new Set(paths.flatMap(testFilesAt))]
      : testFilesAt('.').filter((name) => FAST_FOLDERS.test(name) !== isSystem)
  if (names.length === 0) throw new EngineError('NOT_STARTED', 'No test files')
  return names
}

/** Every test file, by its path from the root. */
function allTestFiles(): string[] {
  return globSync(TEST_FILES, { cwd: ROOT }).sort()
}

function testFilesAt(path: string): string[] {
  const found = [resolve(path), join(ROOT, path)].find((candidate) => existsSync(candidate))
  if (!found) throw new EngineError('NOT_STARTED', `No such test file: ${path}`)
  const name = relative(ROOT, found)
  if (!statSync(found).isDirectory()) return [name]
  return allTestFiles().filter((file) => name === '' || file.startsWith(`${name}/`))
}
