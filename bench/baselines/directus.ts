import { execFile } from 'node:child_process'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { type BenchProcess, startProcess } from '../support/process.ts'

const run = promisify(execFile)

/** The version that was measured. */
export const DIRECTUS_VERSION = '12.3.1'
export const DIRECTUS_TOKEN = 'bench-static-token'

// Directus has a thousand packages. This folder keeps them out of the service's dependencies.
const CACHE = `node_modules/.cache/directus-${DIRECTUS_VERSION}`
const CLI = `${CACHE}/node_modules/directus/cli.js`
const PACKAGE = {
  private: true,
  dependencies: { directus: DIRECTUS_VERSION },
  // It runs code in flows, and the benchmark has no flows. Directus requires 5.0.3, which must be compiled.
  // 7.0.1 has binaries for Node.js 24.
  overrides: { 'isolated-vm': '7.0.1' },
}
const INSTALL = ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund']

/** Installs Directus if it is not installed yet. @throws {Error} with npm's output when it fails */
export async function installDirectus(): Promise<void> {
  const folder = inRepository(CACHE)
  if (await exists(inRepository(CLI))) return
  process.stdout.write(`installing directus@${DIRECTUS_VERSION} into ${CACHE}: a minute or two\n`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'package.json'), JSON.stringify(PACKAGE))
  // npm's script runs on the first Node.js of PATH.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  await run('npm', [...INSTALL, '--loglevel=error'], {
    cwd: unfinished,
    env: { ...process.env, PATH },
  })
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
}

/**
 * Makes the database `directus` on the service's PostgreSQL, with the same projects and the index that the
 * list needs. Returns its URL.
 */
export async function copyProjects(serviceUrl: string): Promise<string> {
  const service = new URL(serviceUrl)
  const url = new URL(serviceUrl)
  url.pathname = '/directus'
  await statements(service.href, ['create database directus'])
  const from = [
    `host '${service.hostname}'`,
    `port '${service.port}'`,
    `dbname '${service.pathname.slice(1)}'`,
    `fetch_size '10000'`,
  ]
  const account = [`user '${service.username}'`, `password '${service.password}'`]
  await statements(url.href, [
    'create extension postgres_fdw',
    `create server service foreign data wrapper postgres_fdw options (${from})`,
    `create user mapping for current_user server service options (${account})`,
    'create schema service',
    'import foreign schema public limit to (projects) from server service into service',
    'create table projects as select * from service.projects order by id',
    'drop extension postgres_fdw cascade',
    'alter table projects add primary key (id)',
    'create index projects_list on projects (organization_id, created_at desc, id)',
    'vacuum analyze',
  ])
  return url.href
}

/**
 * Starts one production process of Directus on `databaseUrl`: without cache, rate limits, telemetry and
 * WebSockets. The static token is an administrator's, so that no permission adds a filter.
 *
 * @param folder the folder for its files
 */
export async function startDirectus(
  databaseUrl: string,
  folder: string,
): Promise<BenchProcess & { url: string }> {
  const env = {
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: 'bench-secret-of-thirty-two-characters',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'bench-password',
    ADMIN_TOKEN: DIRECTUS_TOKEN,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    LOG_STYLE: 'raw',
    PM2_HOME: join(folder, 'pm2'),
    CONFIG_PATH: join(folder, 'none.env'),
    EXTENSIONS_PATH: join(folder, 'extensions'),
    STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
  }
  const cli = inRepository(CLI)
  await run(process.execPath, [cli, 'bootstrap'], {
    cwd: inRepository(CACHE),
    env: { PATH: process.env.PATH, ...env },
  })
  const started = await startProcess(CLI, /Server started at ([\d.:]+)/, env, [], ['start'])
  return { ...started, url: `http://${started.ready[1]}` }
}

async function statements(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

function inRepository(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
