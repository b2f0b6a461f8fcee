import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@mediajobs/local-engines'
import { findProcess } from '@mediajobs/local-engines/process-table'
import { isRunning, processTree, scratchFolder, until } from '@mediajobs/local-engines/testing'
import t, { type Test } from 'tap'
import { type Dev, ROOT, refusedDev, spawnDev, startDev, untilGone } from './support/dev.ts'

const OPEN_FILES = 256

t.test('`dev`, started by a package runner', async (t) => {
  const folder = await scratchFolder(t)
  const runner = join(folder, 'pnpm')
  await writeFile(runner, `#!/bin/sh\nulimit -n ${OPEN_FILES}\n"$@"\nexit $?\n`, { mode: 0o755 })
  const dataDir = join(folder, 'data')
  const dev = await startDev(t, { dataDir, runner })

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await t.test(`\`demo receiver\` unsubscribes and ends when its runner gets ${signal}`, (t) =>
      endReceiver(t, { dev, dataDir, runner, signal }),
    )
  }

  await t.test('outlives a shortage of file handles', async (t) => {
    const { hostname, port } = new URL(dev.description.s3Endpoint)
    // Its store runs in `dev` itself, which looks for its runner once a second.
    const sockets = Array.from({ length: OPEN_FILES }, () =>
      connect(Number(port), hostname).on('error', () => {}),
    )
    await sleep(3_000)
    for (const socket of sockets) socket.destroy()
    t.equal((await fetch(`${dev.description.apiUrl}/health/ready`)).status, 200)
    t.notMatch(dev.output(), /^Stopping$/m)
  })

  await t.test('ends when the runner is killed', async (t) => {
    const tree = await processTree(dev.pid)
    t.ok(tree.length > 6)
    await dev.end('SIGKILL')
    await untilGone(tree)
  })
})

interface EndingReceiver {
  dev: Dev
  dataDir: string
  runner: string
  signal: NodeJS.Signals
}

async function endReceiver(t: Test, { dev, dataDir, runner, signal }: EndingReceiver) {
  const { apiUrl, apiKey } = dev.description
  const subscriptions = async (): Promise<unknown[]> => {
    const headers = { 'x-api-key': apiKey }
    const response = await fetch(`${apiUrl}/webhooks/subscriptions`, { headers })
    const text = await response.text()
    if (response.status === 429) {
      // The receiver calls with the same key.
      await sleep(1_000 * Number(response.headers.get('retry-after')))
      return subscriptions()
    }
    t.equal(response.status, 200, text)
    return (JSON.parse(text) as { data: unknown[] }).data
  }
  const child = spawn(runner, [process.execPath, 'scripts/demo.ts', 'receiver'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  await until('the receiver', () => output.includes('receiving at'))
  t.equal((await subscriptions()).length, 1)
  const tree = await processTree(child.pid ?? 0)
  t.teardown(async () => {
    for (const pid of tree) if (await isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  child.kill(signal)
  await untilGone(tree)
  t.strictSame(await subscriptions(), [])
}

t.test('`dev` says that a start is slow, and waits', async (t) => {
  const child = await spawnDev({ dataDir: await scratchFolder(t) })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const api = await until('the api', async () => {
    for (const pid of await processTree(child.pid ?? 0)) {
      const found = await findProcess(pid)
      if (found?.commandLine.endsWith('apps/api/src/main.ts ')) return pid
    }
    return null
  })
  process.kill(api, 'SIGSTOP')
  await until('the notice', () => /^http:\S+ is not ready yet: still waiting$/m.test(output))
  process.kill(api, 'SIGCONT')
  await until('the service', () => output.includes('demo receiver'))
  t.equal(child.exitCode, null)
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
