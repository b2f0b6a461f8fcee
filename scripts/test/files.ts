import { existsSync, globSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from '@mediajobs/local-engines'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const TEST_FILES = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts']

/** Every test file, by its path from the root. */
export function allTestFiles(): string[] {
  return globSync(TEST_FILES, { cwd: ROOT }).sort()
}

/**
 * The test files that arguments name: files, or folders with all their test files. Paths start at the
 * folder in which the command was typed. Throws for one that does not exist.
 */
export function namedTestFiles(args: readonly string[]): string[] {
  // pnpm runs a script in the package's folder.
  const typedIn = process.env.INIT_CWD ?? process.cwd()
  const names = args.flatMap((arg) => {
    const path = [resolve(typedIn, arg), join(ROOT, arg)].find((candidate) => existsSync(candidate))
    if (!path) throw new EngineError('NOT_STARTED', `No such test file: ${arg}`)
    const name = relative(ROOT, path)
    if (!statSync(path).isDirectory()) return [name]
    return allTestFiles().filter((file) => name === '' || file.startsWith(`${name}/`))
  })
  return [...new Set(names)]
}
