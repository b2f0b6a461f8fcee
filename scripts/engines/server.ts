import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, endProcess, spawnTied } from '@mediajobs/local-engines'
import { lastLine } from './programs.ts'

export interface ServerOptions {
  program: string
  args: readonly string[]
  /** The port of 127.0.0.1 that it listens on when it is ready. */
  port: number
  /** Where its output goes. */
  log: string
  /** The signal that ends it at once. */
  endSignal: NodeJS.Signals
  env?: Record<string, string>
  /** The account that it runs as. Default: that of this process. */
  account?: Account | null
}

const START_LIMIT_MS = 60_000
const LOOK_MS = 50

/** Starts a server that ends with this process, and waits until it accepts connections. */
export async function startServer(options: ServerOptions): Promise<{ end(): Promise<void> }> {
  const { program, args, port, env = {}, account, endSignal } = options
  const log = openSync(options.log, 'w', 0o600)
  const child = spawnTied(program, args, {
    endSignal,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', log, log],
    ...account,
  })
  closeSync(log)
  const end = () => endProcess(child, endSignal)
  const deadlineMs = Date.now() + START_LIMIT_MS
  while (!(await accepts(port))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (!hasEnded && Date.now() < deadlineMs) {
      await pause(LOOK_MS)
      continue
    }
    await end()
    throw new Error(`${program} did not start: ${lastLine(readFileSync(options.log, 'utf8'))}`)
  }
  return { end }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
