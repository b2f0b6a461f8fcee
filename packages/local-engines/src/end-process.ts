import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const LIMIT_MS = 30_000

/** Signals a process and waits for its end. After half a minute it is killed. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  await exit
  clearTimeout(timer)
}
