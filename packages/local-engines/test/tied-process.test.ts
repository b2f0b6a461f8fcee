import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { spawnTied, type Tie } from '../src/index.ts'
import { isRunning, until } from '../testing/index.ts'

const PARENT = fileURLToPath(new URL('support/tied-parent.ts', import.meta.url))
const isLinux = process.platform === 'linux'

t.test('the kernel ends a child whose parent was killed', { skip: !isLinux }, async (t) => {
  const { parent, child } = await startFamily(t, 'kernel')
  process.kill(parent, 'SIGKILL')
  await until('the end of the child', async () => !(await isRunning(child)))
})

t.test('the watcher ends a child whose parent was killed, and its children', async (t) => {
  const { parent, child, grandchild } = await startFamily(t, 'watcher')
  process.kill(parent, 'SIGKILL')
  await until('the end of the child', async () => !(await isRunning(child)))
  await until('the end of its child', async () => !(await isRunning(grandchild)))
})

for (const tie of ['kernel', 'watcher'] as const) {
  t.test(`the exit of a child is reported unchanged (${tie})`, { skip: !isLinux }, async (t) => {
    const exiting = spawnTied('/bin/sh', ['-c', 'exit 7'], { endSignal: 'SIGTERM', tie })
    t.same(await once(exiting, 'exit'), [7, null])
    const killed = spawnTied('/bin/sleep', ['600'], { endSignal: 'SIGTERM', tie })
    killed.kill('SIGKILL')
    t.same(await once(killed, 'exit'), [null, 'SIGKILL'])
  })
}

async function startFamily(t: Test, tie: Tie) {
  const parent = spawn(process.execPath, [PARENT, tie], { stdio: ['ignore', 'pipe', 'inherit'] })
  // The shell may print before the parent does.
  const lines: string[] = []
  for await (const line of createInterface({ input: parent.stdout })) {
    if (lines.push(line) === 2) break
  }
  const ids = lines.find((line) => line !== 'tied') ?? ''
  const [child = 0, grandchild = 0] = ids.split(' ').map(Number)
  t.teardown(async () => {
    for (const pid of [child, grandchild]) if (await isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  // A process that has just started has no command line yet.
  await until('both run', async () => (await isRunning(child)) && (await isRunning(grandchild)))
  return { parent: parent.pid ?? 0, child, grandchild }
}
