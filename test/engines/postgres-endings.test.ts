import { spawn } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@mediajobs/local-engines'
import { isRunning, processTree, scratchFolder, until } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { end, holdPostgres, startHolder } from './support/held-postgres.ts'
import { query } from './support/query.ts'

for (const tie of ['kernel', 'watcher'] as const) {
  const onlyLinux = tie === 'kernel' && process.platform !== 'linux' && 'only Linux has this tie'
  t.test(`with the tie "${tie}"`, { skip: onlyLinux }, async (t) => {
    const directory = await scratchFolder(t)
    for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
      await t.test(`nothing is left of a server when ${signal} ends its parent`, async (t) => {
        const { url, pid, holder } = await holdPostgres(t, directory, tie)
        t.same(await query(url, 'select 1 as one'), [{ one: 1 }])
        const tree = await processTree(pid)
        t.ok(tree.length > 1, 'a server is several processes')
        await end(holder, signal)
        await until('the end of the server', async () => {
          const running = await Promise.all(tree.map(isRunning))
          return !running.includes(true)
        })
      })
    }
  })
}

t.test('a killed server restarts with all committed data', async (t) => {
  const directory = await scratchFolder(t)
  const first = await startPostgres({ directory, durable: true })
  await query(first.url, 'create table kept as select 7 as number')
  process.kill(first.pid, 'SIGKILL')
  await first.ended
  t.ok(await stat(join(directory, 'data', 'postmaster.pid')), 'its pid file is still there')
  const second = await startPostgres({ directory, durable: true, port: first.port })
  t.teardown(() => second.stop())
  t.same(await query(first.url, 'select number from kept'), [{ number: 7 }])
})

t.test(
  'a pid file with a reused id doesn’t prevent the start, and the other process keeps running',
  async (t) => {
    const directory = await scratchFolder(t)
    const first = await startPostgres({ directory, durable: false })
    await first.stop()
    const data = join(directory, 'data')
    // PostgreSQL itself would mistake a process of the same account for another server.
    const { uid, gid } = await stat(data)
    const other = spawn('sleep', ['600'], { uid, gid })
    t.teardown(() => other.kill('SIGKILL'))
    await writeFile(join(data, 'postmaster.pid'), `${other.pid}\n${data}\n`)
    const second = await startPostgres({ directory, durable: false })
    t.teardown(() => second.stop())
    t.same(await query(second.url, 'select 1 as one'), [{ one: 1 }])
    t.ok(await isRunning(other.pid ?? 0))
  },
)

// A server without its pid file ends by itself after a minute. The test must finish before that.
const prompt = { timeout: 50_000 }

t.test('a server that outlived its parent is stopped by the next start', prompt, async (t) => {
  const directory = await scratchFolder(t)
  const { pid, holder, url } = await holdPostgres(t, directory, 'watcher')
  await query(url, 'create table kept as select 7 as number')
  const children = await processTree(holder.pid ?? 0)
  const servers = await processTree(pid)
  // The only other child is the watcher.
  for (const child of children) {
    if (child !== holder.pid && !servers.includes(child)) process.kill(child, 'SIGKILL')
  }
  await end(holder, 'SIGKILL')
  t.ok(await isRunning(pid), 'no watcher ended it')

  const next = await startPostgres({ directory, durable: true })
  t.teardown(() => next.stop())
  t.notOk(await isRunning(pid))
  t.same(await query(next.url, 'select number from kept'), [{ number: 7 }])
})

t.test('an interrupted first start doesn’t prevent the next one', async (t) => {
  const directory = await scratchFolder(t)
  const holder = startHolder(t, directory, 'watcher')
  const halfMade = join(directory, 'data.unfinished', 'base')
  await until('a half-initialized cluster', () => stat(halfMade).catch(() => null))
  await end(holder, 'SIGKILL')
  const server = await startPostgres({ directory, durable: false })
  t.teardown(() => server.stop())
  t.same(await query(server.url, 'select 1 as one'), [{ one: 1 }])
})
