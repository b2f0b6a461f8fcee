import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { databaseUrl, ensureDatabase, freePort, startPostgres } from '@mediajobs/local-engines'
import { isRunning, scratchFolder, until } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { end, HOLDER, holdPostgres } from './support/held-postgres.ts'
import { query } from './support/query.ts'

const NOBODY_ID = 65_534

t.test('a server keeps its data across restarts, in UTF-8', async (t) => {
  const directory = await scratchFolder(t)
  const first = await startPostgres({ directory, durable: true })
  await ensureDatabase(first.url, 'jobs')
  await query(databaseUrl(first.url, 'jobs'), "create table kept as select 'Ünterföhring' as city")
  await first.stop()
  t.notOk(await isRunning(first.pid))

  const second = await startPostgres({ directory, durable: true })
  t.teardown(() => second.stop())
  const url = databaseUrl(second.url, 'jobs')
  t.same(await query(url, 'select city, lower(city) as lower from kept'), [
    { city: 'Ünterföhring', lower: 'ünterföhring' },
  ])
  t.same(await query(url, 'show server_encoding'), [{ server_encoding: 'UTF8' }])
  t.same(await query(url, 'show fsync'), [{ fsync: 'on' }])
})

t.test('a server for tests', async (t) => {
  const directory = await scratchFolder(t)
  const server = await startPostgres({ directory, durable: false, maxConnections: 321 })
  t.teardown(() => server.stop())

  await t.test(
    'the server accepts the configured number of connections, and never flushes to disk',
    async (t) => {
      t.same(await query(server.url, 'show max_connections'), [{ max_connections: '321' }])
      t.same(await query(server.url, 'show fsync'), [{ fsync: 'off' }])
    },
  )

  await t.test('has the extensions that a schema may need', async (t) => {
    for (const name of ['btree_gin', 'citext', 'pg_trgm']) {
      await query(server.url, `create extension ${name}`)
      t.same(
        await query(server.url, `select extname from pg_extension where extname = '${name}'`),
        [{ extname: name }],
      )
    }
  })

  await t.test('the server refuses connections without the password', async (t) => {
    const url = new URL(server.url)
    url.password = 'guessed'
    await t.rejects(query(url.href, 'select 1'), { code: '28P01' })
    t.equal((await stat(join(directory, 'password'))).mode & 0o077, 0)
  })

  await t.test('listens only on 127.0.0.1', async (t) => {
    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    for (const { address, family, internal } of others) {
      if (family !== 'IPv4' || internal) continue
      const url = new URL(server.url)
      url.hostname = address
      await t.rejects(query(url.href, 'select 1'), { code: 'ECONNREFUSED' })
    }
    t.same(await query(server.url, 'show listen_addresses'), [{ listen_addresses: '127.0.0.1' }])
  })

  await t.test(
    'locks its directory: the error of a second start names the process using it',
    async (t) => {
      await t.rejects(startPostgres({ directory, durable: false }), {
        code: 'DIRECTORY_IN_USE',
        message: new RegExp(`^\\S+ is in use by process ${process.pid}: stop that first$`),
      })
      t.same(await query(server.url, 'select 1 as one'), [{ one: 1 }])
    },
  )
})

t.test(
  'the error for a taken port is one line that names the port and says what to do',
  async (t) => {
    const taker = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => taker.listen(port, '127.0.0.1', resolve))
    t.teardown(() => taker.close())
    await t.rejects(startPostgres({ directory: await scratchFolder(t), durable: false, port }), {
      code: 'PORT_TAKEN',
      message: new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use: .*choose another port$`),
    })
  },
)

t.test(
  'a server starts with any umask, and its files are readable only by its account',
  async (t) => {
    const before = process.umask()
    t.teardown(() => process.umask(before))
    for (const mask of [0o000, 0o077]) {
      process.umask(mask)
      const directory = join(await scratchFolder(t), 'made', 'by the start')
      const server = await startPostgres({ directory, durable: false })
      t.teardown(() => server.stop())
      t.equal((await stat(directory)).mode & 0o077, 0)
      t.same(await query(server.url, 'select 1 as one'), [{ one: 1 }])
    }
  },
)

const isRoot = process.getuid?.() === 0
t.test('started by root, a server runs under another account', { skip: !isRoot }, async (t) => {
  const directory = join(await scratchFolder(t), 'closed')
  await mkdir(directory)
  await chmod(directory, 0o700)
  const server = await startPostgres({ directory, durable: false })
  t.teardown(() => server.stop())
  t.not((await stat(join(directory, 'data'))).uid, 0)
  t.same(await query(server.url, 'select 1 as one'), [{ one: 1 }])
})

const nobodyCanRead =
  spawnSync('test', ['-r', HOLDER], { uid: NOBODY_ID, gid: NOBODY_ID }).status === 0
const skip =
  !(isRoot && nobodyCanRead) &&
  'only root can change its account, which must be able to read this checkout'
t.test('a non-root account can also start a server', { skip }, async (t) => {
  const directory = await scratchFolder(t)
  await chown(directory, NOBODY_ID, NOBODY_ID)
  const { url, pid, holder } = await holdPostgres(t, directory, 'kernel', {
    uid: NOBODY_ID,
    gid: NOBODY_ID,
    cwd: directory,
  })
  t.same(await query(url, 'select 1 as one'), [{ one: 1 }])
  await end(holder, 'SIGKILL')
  await until('the end of the server', async () => !(await isRunning(pid)))
})
