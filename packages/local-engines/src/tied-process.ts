import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'

/**
 * What ends the child when its parent is gone. `kernel`: the parent-death signal of Linux, set by
 * util-linux's setpriv. `watcher`: a shell that waits at the end of a pipe, for systems without
 * setpriv and for children with children of their own, which the signal would not reach.
 */
export type Tie = 'kernel' | 'watcher'

export interface TiedSpawnOptions extends SpawnOptions {
  /** What the child gets when the parent is gone. */
  endSignal: NodeJS.Signals
  tie?: Tie | undefined
}

// The pipe closes when the parent dies in whatever way; a line on it says that the child has ended.
// Then the whole group is told to end and, if it is stuck in that for 15 seconds, killed.
const WATCH_PIPE = `
read -r ended && exit
kill -s "$2" -- "-$1"
tries=0
while [ $tries -lt 75 ] && kill -s 0 -- "-$1"; do sleep 0.2; tries=$((tries + 1)); done
kill -s KILL -- "-$1"
`

let kernelTieWorks: boolean | undefined

function availableTie(): Tie {
  // BusyBox has a setpriv without --pdeathsig, so the option itself is tried.
  kernelTieWorks ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0
  return kernelTieWorks ? 'kernel' : 'watcher'
}

/**
 * Starts a process that ends when this one ends, kill -9 included. It leads a process group of its
 * own: Ctrl-C reaches the parent alone, which ends its children in the order that it wants.
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
  // The shell may be gone before the child: then there is nobody left to tell.
  watcher.stdin?.on('error', () => {})
  child.once('exit', () => watcher.stdin?.end('ended\n'))
}
