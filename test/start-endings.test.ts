import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '@mediajobs/local-engines/process-table'
import { isRunning, processTree } from '@mediajobs/local-engines/testing'
import { type ServiceProcess, serviceEnvironment, start } from '@mediajobs/testing/service/process'
import t, { type Test } from 'tap'
import { ROOT, untilGone } from './support/dev.ts'

// docs/operating.md, "Ends": a signal to any process of the start command ends the service.

const NOWHERE = {
  DATABASE_URL: 'postgres://jobs@127.0.0.1:1/jobs',
  DELIVERY_BASE_URL: 'http://deliveries.test',
  HOST: '127.0.0.1',
  PORT: '0',
}
const RUNS = { api: /listening at http/, dispatcher: /"doing":"opening the queue"/ }
// npx asks a registry for the newest pnpm 12, and starts four processes.
const START_LIMIT_MS = 60_000

interface Started {
  npx: number
  pnpm: number
  /** Processes, from npx down to the service. */
  tree: number[]
  output(): string
}

async function startByNpx(t: Test, app: keyof typeof RUNS): Promise<Started> {
  const child = spawn('npx', ['-y', 'pnpm@12', `start:${app}`], {
    cwd: ROOT,
    // Without the options that tap passes to every Node process.
    env: { ...process.env, NODE_OPTIONS: undefined, ...serviceEnvironment(NOWHERE) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const up = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (RUNS[app].test(output)) resolve()
      })
    }
  })
  const npx = child.pid ?? 0
  let tree = [npx]
  t.teardown(async () => {
    for (const pid of tree) if (await isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  // No poll: a signal right after the start counts too.
  await Promise.race([up, sleep(START_LIMIT_MS, undefined, { ref: false })])
  t.match(output, RUNS[app])
  tree = await processTree(npx)
  return { npx, pnpm: await pnpmAmong(tree), tree, output: () => output }
}

async function pnpmAmong(pids: readonly number[]): Promise<number> {
  for (const pid of pids) {
    const found = await findProcess(pid)
    if (found && /^(\S*node \S*)?pnpm\S* start:/.test(found.commandLine)) return pid
  }
  throw new Error('there is no pnpm')
}

for (const app of ['api', 'dispatcher'] as const) {
  for (const runner of ['npx', 'pnpm'] as const) {
    t.test(
      `start:${app} drains and leaves no process behind when ${runner} gets SIGTERM`,
      async (t) => {
        const started = await startByNpx(t, app)
        t.ok(started.tree.length >= 4)
        process.kill(started[runner], 'SIGTERM')
        await untilGone(started.tree)
        t.match(started.output(), /"msg":"stopping"/)
        if (app === 'dispatcher') t.match(started.output(), /"msg":"dispatcher.stopped"/)
      },
    )
  }
}

t.test('start:api ends when npx is killed', async (t) => {
  const started = await startByNpx(t, 'api')
  process.kill(started.npx, 'SIGKILL')
  await untilGone(started.tree)
  t.match(started.output(), /"msg":"stopping"/)
})

t.test('a signal during startup ends the process once started', async (t) => {
  const withoutCredential = { S3_UPLOAD_ACCESS_KEY: undefined, S3_UPLOAD_SECRET_KEY: undefined }
  const api = start(t, 'api', { ...NOWHERE, ...withoutCredential, SHUTDOWN_DELAY: '0s' })
  // Logged before it listens.
  await api.waitForOutput(/object_store.no_upload_credential/)
  api.signal('SIGTERM')
  t.equal(await api.exited(), 0, api.output())
  t.match(api.output(), /"msg":"stopping"/)
})

t.test('signals that arrive together count as one', async (t) => {
  const api = await startApi(t, '500ms')
  api.signal('SIGINT')
  api.signal('SIGTERM')
  t.equal(await api.exited(), 0, api.output())
})

t.test('a later signal ends a draining service immediately', async (t) => {
  const api = await startApi(t, '1h')
  api.signal('SIGTERM')
  await api.waitForOutput(/"msg":"stopping"/)
  await sleep(1_500)
  api.signal('SIGTERM')
  t.equal(await api.exited(), 143)
})

async function startApi(t: Test, shutdownDelay: string): Promise<ServiceProcess> {
  const api = start(t, 'api', { ...NOWHERE, SHUTDOWN_DELAY: shutdownDelay })
  await api.waitForOutput(RUNS.api)
  return api
}
