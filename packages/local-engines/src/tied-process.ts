import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/**
 * What ends the child when its parent dies. `kernel`: Linux's parent-death signal, set by util-linux's setpriv. `watcher`:
 * a shell that reads from a pipe until the parent dies, for systems without setpriv and for children that have children,
 * which the signal wouldn't reach.
 */
export type Tie = 'kernel' | 'watcher'

export interface TiedSpawnOptions extends SpawnOptions {
  /** Sent to the child when its parent dies. */
  endSignal: NodeJS.Signals
  tie?: Tie | undefined
}

// A line on the pipe means that the child has ended. If the pipe closes without one, the parent has died: the watcher
// signals the process group, and kills it after 15 seconds.
const WATCH_PIPE = `
read -r ended && exit
kill -s "$2" -- "-$1"
tries=0
while [ $tries -lt 75 ] && kill -s 0 -- "-$1"; do sleep 0.2; tries=$((tries + 1)); done
kill -s KILL -- "-$1"
`

let kernelTieWorks: boolean | undefined

function availableTie(): Tie {
  // BusyBox's setpriv lacks --pdeathsig.
  kernelTieWorks ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0
  return kernelTieWorks ? 'kernel' : 'watcher'
}

/**
 * Starts a process that ends when this one ends, even by SIGKILL. It has its own process group, so Ctrl-C reaches only the
 * parent, which ends its children in order.
 */
export function spawnTied(
  command: string,
  args: readonly string[],
  { endSignal, tie = availableTie(), ...options }: TiedSpawnOptions,
): ChildProcess {
  const signalName = endSignal.replace(/^SIG/, '')
  if (tie === 'kernel') {
    const wrapped = ['--pdeathsig', signalName, '--', command, ...args]
    return spawn('setpriv', wrapped, { ...options, detached: true })
  }
  const child = spawn(command, args, { ...options, detached: true })
  if (child.pid !== undefined) watch(child, child.pid, signalName)
  return child
}

function watch(child: ChildProcess, pid: number, signalName: string): void {
  const watcher = spawn('/bin/sh', ['-c', WATCH_PIPE, 'watcher', String(pid), signalName], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Ignore write errors: the shell may exit before the child.
  watcher.stdin?.on('error', () => {})
  child.once('exit', () => watcher.stdin?.end('ended\n'))
}

const LIMIT_MS = 30_000

/** Signals a process and waits for its exit. Kills it after half a minute. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  await exit
  clearTimeout(timer)
}
