import { type FSWatcher, globSync, watch } from 'node:fs'
import { join } from 'node:path'
import { SERVICES, type ServiceName } from './data-folder.ts'
import { ROOT } from './environment.ts'
import type { Kept } from './supervise.ts'

// Services don't run code of the other packages.
const FOLDERS = ['apps/*/src/**/', 'packages/!(client|local-engines)/src/**/', 'migrations/']
const SOURCE = /\.(ts|js|mjs|json|css|sql)$/
// Editors save in several steps, and switching branches writes many files.
const QUIET_MS = 100

/**
 * Restarts a service when its sources change, and all services when a package changes. Doesn't run migrations, which
 * should be read first.
 *
 * `node --watch` hides the process id, and after a crash waits for the next save.
 *
 * @returns a function that ends it
 */
export function reloadOnSave(
  services: Record<ServiceName, Kept>,
  say: (line: string) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  // Folders, not files: editors replace files.
  function watchFolders(): void {
    const folders = globSync(FOLDERS, { cwd: ROOT }).map((path) => path.replace(/\/$/, ''))
    for (const [folder, watcher] of watchers) {
      if (folders.includes(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue
      const watcher = watch(join(ROOT, folder), (_event, name) => changed(`${folder}/${name}`))
      watcher.on('error', () => {})
      watchers.set(folder, watcher)
    }
  }

  function changed(path: string): void {
    saved.add(path)
    clearTimeout(timer)
    timer = setTimeout(reload, QUIET_MS)
  }

  function reload(): void {
    const paths = [...saved].filter((path) => SOURCE.test(path))
    // The rest may be new folders.
    if (paths.length < saved.size) watchFolders()
    saved.clear()
    if (paths.some((path) => path.startsWith('migrations/'))) {
      say('a migration was saved: end `dev` and start it again to run it')
    }
    for (const name of SERVICES) {
      const own = paths.filter(
        (path) => path.startsWith(`apps/${name}/`) || path.startsWith('packages/'),
      )
      if (own.length > 0) services[name].restart(`${described(own)} saved`)
    }
  }

  watchFolders()
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}

/** `a.ts`, or `a.ts and 2 more`. */
function described([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}
