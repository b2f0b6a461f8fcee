import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { fill, mountDisk } from '../faults/support/small-disk.ts'
import { runAdmin } from '../support/admin.ts'

// docs/admin.md, "Doctor": the two checks that need a separate disk and minutes. The rest is in test/doctor.test.ts.

const DISK_MIB = 256
const OLD_MS = 300_000

const directory = await scratchFolder(t)
const hasDisk = await mountDisk(t, directory, DISK_MIB)
const data = join(directory, 'data')
const url = await startServer(t)
const prepared = await connect(t, 'importer')
await prepared.query('begin')
await prepared.query(`prepare transaction 'import-7'`)
const open = await connect(t, 'a report')
await open.query('begin')
await open.query('select')
const openedAtMs = performance.now()

t.test("a young transaction and a disk with space aren't reported", async (t) => {
  t.equal(await lineOf('transactions'), 'ok: None is older than 5 minutes. → null')
  t.match(await lineOf('disk'), /^ok: PostgreSQL's disk is \d+ % full\. → null$/)
})

t.test(
  'a disk that is filling up is reported before PostgreSQL stops writing',
  { skip: hasDisk ? false : 'mounting a disk requires root' },
  async (t) => {
    const filler = join(directory, 'filler')
    await fill(filler, 0.9)
    t.match(await lineOf('disk'), /^warning: PostgreSQL's disk is 9[01] % full\. → Free up space/)
    await fill(filler, 0.97)
    t.match(await lineOf('disk'), /^wrong: PostgreSQL's disk is 9[78] % full\. → Free up space/)
    await rm(filler)
    t.match(await lineOf('disk'), /^ok: /)
  },
)

t.test('transactions older than five minutes are reported, and the advice ends them', async (t) => {
  await pause(OLD_MS + 1_000 - (performance.now() - openedAtMs))
  const both = await lineOf('transactions')
  t.match(both, /^warning: 2 transactions older than 5 minutes, 5 min at most: /)
  t.match(both, /import-7 \(prepared\), a report \(\d+\)\. → rollback prepared 'import-7';$/)
  await obey(both)
  const one = await lineOf('transactions')
  t.match(
    one,
    /^warning: 1 transaction older .*: a report \((\d+)\)\. .*pg_terminate_backend\(\1\);$/,
  )
  await obey(one)
  t.match(await lineOf('transactions'), /^ok: /)
})

/** Runs the statement at the end of the advice. */
async function obey(line: string): Promise<void> {
  const statement = /(select|rollback) [^:]+;$/.exec(line)?.[0] ?? ''
  await prepared.query(statement)
}

async function startServer(t: Test): Promise<string> {
  const first = await startPostgres({ directory, durable: true })
  await first.stop()
  await appendFile(join(data, 'postgresql.conf'), '\nmax_prepared_transactions = 1\n')
  const { url, stop } = await startPostgres({ directory, durable: true })
  t.teardown(stop)
  return url
}

async function connect(t: Test, name: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name })
  // Terminated by the doctor's advice.
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  return client
}

/** The doctor's line about one check, as `verdict: found → remedy`. */
async function lineOf(name: string): Promise<string> {
  // A server started by root reports its folder as /proc/self/cwd, which is right only in that folder.
  const { stdout } = await runAdmin(['doctor', '--json'], url, {}, data)
  const { checks } = JSON.parse(stdout) as {
    checks: { check: string; verdict: string; found: string; remedy: string | null }[]
  }
  const { verdict = '', found = '', remedy = '' } = checks.find(({ check }) => check === name) ?? {}
  return `${verdict}: ${found} → ${remedy}`
}
