// The programs of engines: named by a variable, on the PATH, or built with Go into the cache folder.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE_FOLDER } from '../test/cache-folder.ts'
import { MissingEngine } from './missing-engine.ts'

export const ENGINES_FOLDER = join(CACHE_FOLDER, 'engines')

interface Program {
  /** The name of the program, `minio`. The variable `MINIO_PATH` names another file. */
  name: string
  /** How to get it, for a machine that does not have it. */
  howToGet: string
}

interface GoProgram {
  name: string
  /** `example.com/path@v1.2.3`: what `go install` builds. */
  source: string
}

const BUILD_LIMIT_MS = 30 * 60_000

/** The path of the program. Throws MissingEngine. */
export function findProgram({ name, howToGet }: Program): string {
  const variable = variableOf(name)
  const given = process.env[variable]
  if (given && !existsSync(given)) throw new MissingEngine(`${variable} names no file: ${given}`)
  const found = given ?? onPath(name)
  if (found) return found
  throw new MissingEngine(`${name} is not on the PATH. ${howToGet}, or set ${variable}`)
}

/** The program. It is built the first time, which takes minutes. Throws MissingEngine. */
export function findOrBuild({ name, source }: GoProgram): { program: string; version: string } {
  const version = source.slice(source.lastIndexOf('@') + 1)
  const folder = join(ENGINES_FOLDER, `${name}-${version}`)
  const built = join(folder, name)
  const isGiven = process.env[variableOf(name)] || onPath(name)
  if (!isGiven && (existsSync(built) || onPath('go'))) {
    if (!existsSync(built)) build(source, folder, built)
    return { program: built, version }
  }
  const program = findProgram({ name, howToGet: `Install Go, which builds ${source}` })
  return { program, version: `of ${variableOf(name)} or the PATH` }
}

function build(source: string, folder: string, built: string): void {
  process.stderr.write(`go install ${source} … (the first time it takes minutes)\n`)
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-trimpath' }
  const go = spawnSync('go', ['install', source], {
    env,
    encoding: 'utf8',
    timeout: BUILD_LIMIT_MS,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (go.status === 0 && existsSync(built)) return
  const reason = lastLine(go.stderr) || String(go.error?.message ?? go.signal)
  throw new MissingEngine(`go install ${source} failed: ${reason}`)
}

/** `PGBOUNCER_PATH` for `pgbouncer`, `POSTGRES_15_PATH` for `postgres-15`. */
export function variableOf(name: string): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_PATH`
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
