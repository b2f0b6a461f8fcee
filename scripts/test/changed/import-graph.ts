import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** For each file, by its path from the root: the files that import it, start it or read it. */
export type Dependents = ReadonlyMap<string, ReadonlySet<string>>

interface Cruised {
  modules: { source: string; dependencies: { resolved: string; dependencyTypes: string[] }[] }[]
}

const CRUISER = fileURLToPath(
  new URL('../../bin/dependency-cruiser.mjs', import.meta.resolve('dependency-cruiser')),
)
const FOLDERS = ['apps', 'bench', 'docker', 'packages', 'scripts', 'test']
// How the files of this repository name a file that they read or start as a process.
const NAMED_FILE = /new URL\(\s*['`]([^'`]+)['`],\s*import\.meta\.url/g
// A file that is named by its path from the root: `docs/errors.md`.
const ROOTED_FILE = /['`]([\w.-]+(?:\/[\w.-]+)*\.\w+)['`]/g
const MAX_OUTPUT_BYTES = 256 * 1_024 * 1_024

export function readDependents(root: string): Dependents {
  const dependents = new Map<string, Set<string>>()
  const add = (file: string, dependent: string) => {
    dependents.set(file, (dependents.get(file) ?? new Set()).add(dependent))
  }
  for (const { source, dependencies } of cruise(root)) {
    for (const { resolved, dependencyTypes } of dependencies) {
      // A type has no effect when the program runs. The compiler checks it.
      if (!dependencyTypes.includes('type-only')) add(resolved, source)
    }
    if (source.startsWith('node_modules/') || !source.endsWith('.ts')) continue
    for (const file of filesNamedIn(root, source)) add(file, source)
  }
  return dependents
}

function cruise(root: string): Cruised['modules'] {
  const args = ['--config', '.dependency-cruiser.js', '--output-type', 'json', ...FOLDERS]
  const options = { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES } as const
  const cruised: Cruised = JSON.parse(execFileSync(process.execPath, [CRUISER, ...args], options))
  return cruised.modules
}

/** `../docs/errors.md` is that file, `../migrations/` all files of the folder, `../${app}/main.ts` each. */
function filesNamedIn(root: string, source: string): string[] {
  const text = readFileSync(join(root, source), 'utf8')
  const rooted = [...text.matchAll(ROOTED_FILE)].map(([, path = '']) => path)
  return [
    ...rooted.filter((path) => existsSync(join(root, path))),
    ...[...text.matchAll(NAMED_FILE)].flatMap(([, named = '']) => filesAt(root, source, named)),
  ]
}

function filesAt(root: string, source: string, named: string): string[] {
  const path = relative(root, resolve(root, dirname(source), named.replace(/\$\{[^}]*\}/g, '*')))
  // A file that names the root or a whole folder of workspaces gives no useful dependency.
  if (/^$|^\.\.|^\*/.test(path) || FOLDERS.includes(path)) return []
  const options = { cwd: root, exclude: (name: string) => name.endsWith('node_modules') }
  return globSync(named.endsWith('/') ? [`${path}/**`] : [path, `${path}/**`], options)
}
