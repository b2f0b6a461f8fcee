import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'

/**
 * What ends the child when its parent is gone. `kernel`: the parent-death signal of Linux, which setpriv of
 * util-linux sets. `watcher`: a shell that reads from a pipe until the parent dies. It is for systems without
 * setpriv, and for a child with children of its own, which the signal would not reach.
 */
export type Tie = 'kernel' | 'watcher'

export interface TiedSpawnOptions extends SpawnOptions {
  /** The signal that the child gets when its parent is gone. */
  endSignal: NodeJS.Signals
  tie?: Tie | undefined
}

// A line on the pipe means that the child has ended: the watcher exits. Without a line, the pipe closes when
// the parent dies. The watcher then signals the whole process group, and kills it after 15 seconds.
const WATCH_PIPE = `
read -r ended && exit
kill -s "$2" -- "-$1"
tries=0
while [ $tries -lt 75 ] && kill -s 0 -- "-$1"; do sleep 0.2; tries=$((tries + 1)); done
kill -s KILL -- "-$1"
`

let kernelTieWorks: boolean | undefined

function availableTie(): Tie {
  // The setpriv of BusyBox has no --pdeathsig, so the option itself is tried.
  kernelTieWorks ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0
  return kernelTieWorks ? 'kernel' : 'watcher'
}

/**
 * Starts a process that ends when this one ends, also after kill -9. It leads a process group of its own:
 * Ctrl-C then reaches only the parent, and the parent ends its children in its own order.
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
  // The shell may end before the child. A write to its pipe then fails, and that does not matter.
  watcher.stdin?.on('error', () => {})
  child.once('exit', () => watcher.stdin?.end('ended\n'))
}
