// Runs the commands of docs/operating.md, "Backup and restore". They need PostgreSQL's client programs, which no
// registry package has: without Debian's, the test is skipped.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@mediajobs/db'
import { type Postgres, postgresVersion, startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startApi, startMedia } from '@mediajobs/testing/service/process'
import t, { type Test } from 'tap'
import { programsOf } from '../scripts/engines/databases.ts'

const run = promisify(execFile)
const PROJECT = process.cwd()
const PASSWORD = 'of-the-document'
const INSTALLED = '/usr/lib/postgresql'
const CLIENTS = ['pg_dump', 'pg_restore', 'pg_basebackup']

const document = await readFile('docs/operating.md', 'utf8')
const installed = newestInstalled()
const skip = installed ? false : `there are no ${CLIENTS.join(', ')} below ${INSTALLED}`

t.test('a backup can be restored with the documented commands', { skip }, async (t) => {
  const programs = installed ?? ''
  const version = postgresVersion(programs)
  await t.test(`Debian's PostgreSQL ${version}`, (t) => backUpAndRestore(t, programs, programs))
  // The client programs don't accept newer servers.
  const [major = ''] = version.split('.')
  const packaged = await programsOf(major)
  await t.test(`the package registry's PostgreSQL ${postgresVersion(packaged)}`, (t) =>
    backUpAndRestore(t, packaged, programs),
  )
})

async function backUpAndRestore(t: Test, programs: string, clients: string): Promise<void> {
  const folder = await scratchFolder(t)
  await chmod(folder, 0o711)
  const live = await startServer(t, programs, join(folder, 'live'))
  await runSql(live.url, `${sqlOf('## Start')} ${sqlOf('### Back up')}`)
  const shell = shellIn(folder, clients)
  await shell('node scripts/migrate.ts', variablesOf(live))
  const studio = await testApp(t, { databaseUrl: urlOf(live, 'mediajobs') })
  const { key } = await studio.createOrg()
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  const { body: project } = await studio.request('POST', '/projects/create', { key, body })
  for (const command of commandsOf('### Back up')) await shell(command, variablesOf(live))
  await studio.request('POST', '/projects/create', { key, body })

  await t.test('a dump is restored on a new server', async (t) => {
    const fresh = await startServer(t, programs, join(folder, 'fresh'))
    await runSql(fresh.url, sqlOf('## Start'))
    await shell(commandWith('pg_restore'), variablesOf(fresh))
    await expectService(t, fresh, key, project.id)
  })

  await t.test('a base backup replaces the lost server', async (t) => {
    const data = join(folder, 'live', 'data')
    const { uid, gid } = await stat(data)
    const asked: string[] = []
    const systemd = await startSystemd(t, async (order) => {
      asked.push(order)
      if (order === 'stop') await live.stop()
      else await startServer(t, programs, join(folder, 'live'), live.port)
    })
    const stubs = `${systemd}\nchown() { command chown "$1" ${uid}:${gid} "$3"; }\n`
    const commands = commandWith('cp -a base').replaceAll('/var/lib/postgresql/15/main', data)
    await shell(stubs + commands, variablesOf(live))
    t.strictSame(asked, ['stop', 'start'])
    await expectService(t, live, key, project.id)
  })
}

/** Checks that the api has exactly the project created before the backup, and that the media role works. */
async function expectService(t: Test, server: Postgres, key: string, id: string): Promise<void> {
  const api = await startApi(t, urlOf(server, 'mediajobs'))
  const response = await fetch(`${api.url}/projects`, { headers: { 'x-api-key': key } })
  const { data } = (await response.json()) as { data: { id: string }[] }
  t.strictSame(
    data.map((project) => project.id),
    [id],
  )
  const media = await startMedia(t, urlOf(server, 'mediajobs_media'))
  t.equal((await fetch(`${media.url}/health/ready`)).status, 200)
  await Promise.all([api.end('SIGTERM'), media.end('SIGTERM')])
}

async function startServer(
  t: Test,
  programs: string,
  directory: string,
  port?: number,
): Promise<Postgres> {
  // Must be accessible to the account used instead of root: see scripts/engines/databases.ts.
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o711)
  const server = await startPostgres({ directory, durable: true, programs, port })
  t.teardown(() => server.stop())
  return server
}

/** A shell function `systemctl` that lets this process stop and start the server. @returns its text */
async function startSystemd(t: Test, act: (order: string) => Promise<void>): Promise<string> {
  const server = createServer(async ({ url = '' }, response) => {
    const status = await act(url.slice(1)).then(
      () => 204,
      () => 500,
    )
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))'
  return `systemctl() { '${process.execPath}' -e '${ask}' "http://127.0.0.1:${port}/$1"; }`
}

function urlOf({ port }: Postgres, role: string): string {
  return `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/jobs`
}

function variablesOf(server: Postgres): Record<string, string> {
  return {
    DATABASE_URL: urlOf(server, 'mediajobs'),
    MEDIA_DATABASE_URL: urlOf(server, 'mediajobs_media'),
    BACKUP_URL: urlOf(server, 'mediajobs_backup'),
  }
}

/** The text below a heading of the document, up to the next one. */
function chapter(heading: string): string {
  const [, text = ''] = document.split(`\n${heading}\n`)
  return text.split(/^##/m)[0] ?? ''
}

function blocksOf(heading: string, language: string): string[] {
  const fence = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')
  const found = [...chapter(heading).matchAll(fence)].map(([, block = '']) => block)
  if (found.length === 0) throw new Error(`${heading} has no ${language}`)
  return found
}

const commandsOf = (heading: string) => blocksOf(heading, 'sh')
const sqlOf = (heading: string) => blocksOf(heading, 'sql').join('\n').replaceAll('…', PASSWORD)

function commandWith(word: string): string {
  const command = commandsOf('### Restore').find((block) => block.includes(word))
  if (!command) throw new Error(`the document has no ${word}`)
  return command
}

/** A shell that stops at the first failure, like an operator's script. `node` runs in the project. */
function shellIn(folder: string, programs: string) {
  return async (commands: string, variables: Record<string, string>): Promise<void> => {
    const inProject = `node() { (cd '${PROJECT}' && '${process.execPath}' "$@"); }\n`
    const PATH = `${join(programs, 'bin')}:${process.env.PATH}`
    const env = { ...process.env, PATH, ...variables }
    await run('bash', ['-euc', `${inProject}${commands}`], { cwd: folder, env })
  }
}

async function runSql(url: string, text: string): Promise<void> {
  const options = { url, poolSize: 1, applicationName: 'test', onError() {} }
  const database = openDatabase(options)
  // One by one: `create database` can't run in a transaction.
  for (const statement of text.split(';').filter((each) => each.trim() !== '')) {
    await database.sql.queryOnce(statement)
  }
  await database.close()
}

/** Debian's newest PostgreSQL with its client programs. */
function newestInstalled(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined
  return readdirSync(INSTALLED)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((major) => join(INSTALLED, major))
    .find((folder) => CLIENTS.every((name) => existsSync(join(folder, 'bin', name))))
}
