import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const SERVICES = ['api', 'dispatcher', 'media'] as const

export type ServiceName = (typeof SERVICES)[number]

interface Manifest {
  name: string
  dependencies?: Record<string, string>
}

/**
 * The folders with the sources that `apps/<name>` runs, relative to the root: its own, and those of the
 * workspace packages on which its package.json depends, also through other packages.
 */
export function sourceFolders(name: ServiceName): string[] {
  const packages = globSync('packages/*/package.json', { cwd: ROOT }).map((path) => ({
    folder: dirname(path),
    manifest: readManifest(path),
  }))
  const folders = new Set([`apps/${name}`])
  const waiting = [readManifest(`apps/${name}/package.json`)]
  for (const { dependencies = {} } of waiting) {
    for (const { folder, manifest } of packages) {
      if (!(manifest.name in dependencies) || folders.has(folder)) continue
      folders.add(folder)
      waiting.push(manifest)
    }
  }
  return [...folders].map((folder) => `${folder}/src`)
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}
