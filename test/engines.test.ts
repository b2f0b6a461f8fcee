import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pooledUrl } from '@mediajobs/db/testing'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { poolerConfiguration } from '../scripts/engines/databases.ts'
import { documentedPolicies } from '../scripts/engines/tests.ts'

// `pnpm test:engines`, without its engines.

const COMMAND = fileURLToPath(new URL('../scripts/engines.ts', import.meta.url))

async function run(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = text(child.stdout as Readable)
  const errors = text(child.stderr as Readable)
  const [code] = await once(child, 'close')
  return { code, output: await output, errors: await errors }
}

t.test('an unknown engine is refused, and all engines are listed', async (t) => {
  for (const args of [['oracle'], ['postgres-14'], ['--fast']]) {
    const { code, output, errors } = await run(args)
    t.equal(code, 2)
    t.equal(output, '')
    t.match(errors, /postgres-15, postgres-15-pgbouncer, .*, minio, versity, .*webkit, firefox\n$/)
  }
})

t.test('an engine missing on this machine is a row with how to get it', async (t) => {
  const nowhere = join(await scratchFolder(t), 'pgbouncer')
  const environment = { PGBOUNCER_PATH: nowhere }
  const { code, output } = await run(['postgres-18-pgbouncer'], environment)
  t.equal(code, 0)
  t.match(output, `| postgres-18-pgbouncer | not here: PGBOUNCER_PATH names no file: ${nowhere} |`)
  t.match(output, /^0 of 1 engines passed, 0 failed, 1 are not on this machine$/m)
  const required = await run(['postgres-18-pgbouncer', '--require'], environment)
  t.equal(required.code, 1, 'with --require it is a failure')
})

t.test("a PgBouncer without prepared statements isn't used", async (t) => {
  const program = join(await scratchFolder(t), 'pgbouncer')
  await writeFile(program, '#!/bin/sh\necho PgBouncer 1.18.0\n', { mode: 0o755 })
  const { output } = await run(['postgres-18-pgbouncer'], { PGBOUNCER_PATH: program })
  t.match(output, 'not here: PgBouncer 1.18.0 is too old: 1.21 or later is needed.')
})

t.test("a folder with a different PostgreSQL version isn't used", async (t) => {
  const folder = await scratchFolder(t)
  await mkdir(join(folder, 'bin'))
  const program = '#!/bin/sh\necho "postgres (PostgreSQL) 14.9"\n'
  await writeFile(join(folder, 'bin', 'postgres'), program, { mode: 0o755 })
  const { output } = await run(['postgres-15'], { POSTGRES_15_PATH: folder })
  t.match(output, 'not here: POSTGRES_15_PATH is PostgreSQL 14.9, not 15')
})

t.test('the pooler and the credentials have the settings of docs/operating.md', async (t) => {
  const lines = poolerConfiguration(5432, 6432, '/users.txt').split('\n')
  t.match(lines[1], /^\* = host=127\.0\.0\.1 port=5432 connect_query='set jit = off; .*15s'''$/)
  for (const line of ['pool_mode = transaction', 'max_prepared_statements = 200']) {
    t.ok(lines.includes(line), line)
  }
  const { service, upload } = documentedPolicies('other')
  t.match(service, 's3:DeleteObject')
  t.strictSame(JSON.parse(upload).Statement[0].Resource, ['arn:aws:s3:::other/staging/*'])
})

t.test("only the test run's databases are reachable through its pooler", async (t) => {
  const { TEST_DATABASE_URL: before } = process.env
  t.teardown(() => {
    process.env.TEST_DATABASE_URL = before
    delete process.env.TEST_POOLER_URL
  })
  process.env.TEST_DATABASE_URL = 'postgres://postgres:secret@127.0.0.1:5432/postgres'
  const url = 'postgres://postgres:secret@127.0.0.1:5432/jobs'
  t.equal(pooledUrl(url), url, 'without a pooler')
  process.env.TEST_POOLER_URL = 'postgres://postgres:secret@127.0.0.1:6432/postgres'
  t.equal(pooledUrl(url), url.replace('5432', '6432'))
  for (const other of [url.replace('5432', '5433'), url.replace('postgres:secret', 'media:x')]) {
    t.equal(pooledUrl(other), other)
  }
})
