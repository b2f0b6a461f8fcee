import { existsSync, globSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from '@mediajobs/local-engines'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const TEST_FILES = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts']

/**
 * The test files of `paths`, each by its path from the root. A path is a file or a folder, relative to the
 * folder of the command or to the root. Without a path: all test files in the folder of the command. Throws
 * for a path that does not exist, and when there is no test file.
 */
export function findTestFiles(paths: readonly string[]): string[] {
  const named = paths.length > 0 ? paths : ['.']
  const names = [...new Set(named.flatMap(testFilesAt))]
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
