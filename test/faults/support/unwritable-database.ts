import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase } from '@mediajobs/db/testing'
import { type Postgres, startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { migrate, openStore } from '@mediajobs/outbox'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import type { Test } from 'tap'
import { fill, mountDisk } from './small-disk.ts'

const DISK_MIB = 256
const CREATES = 400
const RESPONSE_MS = 10_000

const AGREE = `
  select (select count(*) from projects)::int as projects,
    (select count(*) from events where name = 'PROJECT_CREATED')::int as events`

interface Finding {
  figure: string
  isMet: boolean
}

interface Creates {
  /** Responses by status. */
  counts: Record<number, number>
  slowestMs: number
  /** Messages to refused callers. */
  texts: Set<string>
}

/** Checks a database that refuses writes, like a standby or a full server: 503, then recovery. */
export async function refuseWrites(t: Test): Promise<Finding> {
  const { url: databaseUrl, name } = await createTestDatabase(t)
  const app = await testApp(t, { databaseUrl })
  const { key } = await app.createOrg()
  const admin = openStore({ databaseUrl, poolSize: 1, applicationName: 'admin', onError() {} })
  t.teardown(() => admin.close())
  const readOnly = async (value: 'on' | 'off') => {
    await admin.sql.queryOnce('set default_transaction_read_only = off')
    await admin.sql.queryOnce(`alter database ${name} set default_transaction_read_only = ${value}`)
    await admin.sql.queryOnce(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  await create(app, key, 3)
  await readOnly('on')
  const during = await create(app, key, 10)
  await readOnly('off')
  const after = await create(app, key, 3)
  return summarize(t, app, 'read only', during, 3 + (after.counts[201] ?? 0), after)
}

/**
 * Checks a PostgreSQL on a disk that fills up under load and then has space again. Mounting a file system requires root;
 * otherwise calls {@link refuseWrites}.
 */
export async function fillDisk(t: Test): Promise<Finding> {
  const directory = await scratchFolder(t)
  if (!(await mountDisk(t, directory, DISK_MIB))) return refuseWrites(t)
  let hasEnded = false
  const startOn = async (port?: number) => {
    const started = await startPostgres({ directory, port, durable: false })
    hasEnded = false
    void started.ended.then(() => {
      hasEnded = true
    })
    return started
  }
  let postgres: Postgres = await startOn()
  const { url: databaseUrl, port } = postgres
  const restart = async () => {
    postgres = await startOn(port)
  }
  t.teardown(() => postgres.stop())
  await migrate(databaseUrl)
  const app = await testApp(t, { databaseUrl })
  const { key } = await app.createOrg()
  const before = await create(app, key, 20)
  const filler = join(directory, 'filler')
  await fill(filler)
  const during = await create(app, key, CREATES)
  t.match([...during.texts].join(' '), 'database is full', 'callers learn the reason')
  await rm(filler)
  await eventually(
    'ready',
    async () => {
      // A PostgreSQL that can't write its shutdown exits. A supervisor would restart it.
      if (hasEnded) await restart()
      return (await app.request('GET', '/health/ready')).status === 200
    },
    30_000,
  )
  const after = await create(app, key, 20)
  const stored = [before, during, after].reduce((sum, { counts }) => sum + (counts[201] ?? 0), 0)
  return summarize(t, app, 'full disk', during, stored, after)
}

async function create(app: TestApp, key: string, count: number): Promise<Creates> {
  const counts: Record<number, number> = {}
  let slowestMs = 0
  const texts = new Set<string>()
  for (let n = 0; n < count; n += 1) {
    const beganMs = performance.now()
    const body = { scheduledTime: '2026-05-01T09:30:00Z', notes: 'x'.repeat(9_000) }
    const { status, body: sent } = await app.request('POST', '/projects/create', { key, body })
    if (status === 503) texts.add(sent.message)
    counts[status] = (counts[status] ?? 0) + 1
    slowestMs = Math.max(slowestMs, performance.now() - beganMs)
  }
  return { counts, slowestMs, texts }
}

async function summarize(
  t: Test,
  app: TestApp,
  what: string,
  during: Creates,
  stored: number,
  after: Creates,
): Promise<Finding> {
  const [rows] = await app.store.sql.query<{ projects: number; events: number }>(AGREE)
  const others = Object.keys(during.counts).filter((status) => !/^(201|503)$/.test(status))
  t.strictSame(others, [], 'every response is a success or a 503')
  t.strictSame(Object.keys(after.counts), ['201'], 'every create succeeds afterwards')
  t.equal(rows?.events, rows?.projects, 'each project has its event')
  const refused = during.counts[503] ?? 0
  const lost = stored - (rows?.projects ?? 0)
  return {
    figure: `${what}: ${refused} refused, slowest after ${Math.round(during.slowestMs)} ms, ${Math.max(0, lost)} lost`,
    isMet: refused > 0 && lost <= 0 && during.slowestMs <= RESPONSE_MS,
  }
}
