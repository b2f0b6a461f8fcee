import { watch } from 'chokidar'
import type { Kept } from './keep-running.ts'
import { ROOT, SERVICES, type ServiceName, sourceFolders } from './source-folders.ts'

export interface ReloadOptions {
  services: Record<ServiceName, Kept>
  say(line: string): void
}

const MIGRATIONS = 'migrations'
const SOURCE = /\.(ts|js|mjs|json|sql)$/
// An editor writes a file in several steps, and a change of the branch writes many files.
const QUIET_MS = 100

/**
 * Restarts a service when one of its sources was saved, until the returned function is called. It does not
 * run migrations: a generated file has to be read first.
 */
export async function reloadOnSave({ services, say }: ReloadOptions): Promise<() => Promise<void>> {
  const folders = SERVICES.map((name) => [name, sourceFolders(name)] as const)
  const watched = new Set([...folders.flatMap(([, paths]) => paths), MIGRATIONS])
  const watcher = watch([...watched], {
    cwd: ROOT,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !SOURCE.test(path),
  })
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function reload(): void {
    const paths = [...saved]
    saved.clear()
    if (paths.some((path) => isIn(path, MIGRATIONS))) {
      say('a migration was saved: end `dev` and start it again to run it')
    }
    for (const [name, sources] of folders) {
      const own = paths.filter((path) => sources.some((folder) => isIn(path, folder)))
      if (own.length > 0) services[name].restart(`${described(own)} saved`)
    }
  }

  watcher.on('all', (_event, path) => {
    saved.add(path)
    clearTimeout(timer)
    timer = setTimeout(reload, QUIET_MS)
  })
  watcher.on('error', (error) => {
    say(
      `sources are not watched, start \`dev\` again after a change: ${described([String(error)])}`,
    )
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return async () => {
    clearTimeout(timer)
    await watcher.close()
  }
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

/** `a.ts`, or `a.ts and 2 more`. */
function described([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}
