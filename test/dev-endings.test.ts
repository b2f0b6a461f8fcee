import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@mediajobs/local-engines'
import { processTree, scratchFolder } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { refusedDev, startDev, untilGone } from './support/dev.ts'

t.test('`dev` ends when the package runner above it is killed', async (t) => {
  const folder = await scratchFolder(t)
  const runner = join(folder, 'pnpm')
  await writeFile(runner, '#!/bin/sh\n"$@"\nexit $?\n', { mode: 0o755 })
  const dev = await startDev(t, { dataDir: join(folder, 'data'), runner })
  const tree = await processTree(dev.pid)
  t.ok(tree.length > 6)
  await dev.end('SIGKILL')
  await untilGone(tree)
})

t.test('a taken port prints one line, before anything starts', async (t) => {
  const taker = createServer()
  const port = await freePort()
  await once(taker.listen(port, '127.0.0.1'), 'listening')
  t.teardown(() => taker.close())
  const emptyDir = await scratchFolder(t)
  const { code, stderr } = await refusedDev({ dataDir: emptyDir, env: { PORT: String(port) } })
  t.equal(code, 1)
  t.match(stderr, new RegExp(`^Port ${port} is taken: .* set PORT to a free one\n$`))
  t.notOk((await readdir(emptyDir)).includes('postgres'))
})

t.test('an invalid variable prints one line that names it, before anything starts', async (t) => {
  const emptyDir = await scratchFolder(t)
  const { code, stderr } = await refusedDev({ dataDir: emptyDir, env: { RATE_LIMITS: 'many' } })
  t.equal(code, 1)
  t.match(stderr, /^RATE_LIMITS must be .*\n$/)
  t.notOk((await readdir(emptyDir)).includes('postgres'))
})

// Far shorter than `dev` waits for a service.
const prompt = { timeout: 50_000 }

t.test("`dev` ends when a service can't start, and names it", prompt, async (t) => {
  // A documentation address (RFC 5737), which no machine has.
  const { code, stderr } = await refusedDev({
    dataDir: await scratchFolder(t),
    env: { HOST: '203.0.113.1' },
  })
  t.equal(code, 1)
  t.match(stderr, /^The (api|media) did not start \(exit code 1\)\n$/)
})
