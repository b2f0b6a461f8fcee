import { setTimeout as pause } from 'node:timers/promises'
import { endProcess } from '@mediajobs/local-engines'
import { type BenchProcess, productionFlags, startProcess } from '../support/process.ts'
import type { Role, UsageMeter } from './usage.ts'

/** A kind of process of the service, of which there are several. */
export type Kind = 'api' | 'dispatcher' | 'media'

interface Running {
  process: BenchProcess
  /** The loopback address that it listens at. */
  host: string
}

const READY = {
  api: /listening at (http:[^"\s]+)/,
  dispatcher: /dispatcher\.started/,
  media: /"address":"(http:[^"]+)"/,
} as const

/**
 * The processes of the service, started as `pnpm start:…` does, under a supervisor: a process that was killed is started
 * again. Each process of a kind listens at the same port of another loopback address, as replicas do in a network.
 */
export class Processes {
  readonly #environment: Record<string, string>
  readonly #ports: Record<Kind, number>
  readonly #usage: UsageMeter
  readonly #running: Record<Kind, Running[]> = { api: [], dispatcher: [], media: [] }
  #started = 0

  constructor(environment: Record<string, string>, ports: Record<Kind, number>, usage: UsageMeter) {
    this.#environment = environment
    this.#ports = ports
    this.#usage = usage
  }

  /** The addresses of a kind, for the name server. A process that is about to end is among them. */
  hosts(kind: Kind): string[] {
    return this.#running[kind].map(({ host }) => host)
  }

  count(kind: Kind): number {
    return this.#running[kind].length
  }

  async start(kind: Kind): Promise<void> {
    this.#started += 1
    // 127.0.1.2, 127.0.1.3, …
    const host = `127.0.${1 + Math.floor(this.#started / 250)}.${1 + (this.#started % 250)}`
    const env = { ...this.#environment, HOST: host, PORT: String(this.#ports[kind]) }
    const file = `apps/${kind}/src/main.ts`
    const process = await startProcess(file, READY[kind], env, productionFlags(kind))
    this.#usage.add(kind satisfies Role, process.pid)
    this.#running[kind].push({ process, host })
  }

  /** Kills the oldest process of a kind. Its supervisor starts another one after `againMs`. */
  async kill(kind: Kind, againMs: number): Promise<void> {
    const { process, host } = this.#oldest(kind)
    this.#usage.remove(process.pid)
    await endProcess(process.child, 'SIGKILL')
    this.#forget(kind, host)
    await pause(againMs)
    await this.start(kind)
  }

  /** Stops the oldest process of a kind for `forMs`, as a machine that hangs. */
  async freeze(kind: Kind, forMs: number): Promise<void> {
    const { process } = this.#oldest(kind)
    process.child.kill('SIGSTOP')
    try {
      await pause(forMs)
    } finally {
      process.child.kill('SIGCONT')
    }
  }

  /** Replaces each process of a kind: the new one runs before the old one gets SIGTERM. */
  async roll(kind: Kind): Promise<void> {
    for (let left = this.count(kind); left > 0; left -= 1) {
      const { process, host } = this.#oldest(kind)
      await this.start(kind)
      await this.#end(kind, process, host)
    }
  }

  async endAll(): Promise<void> {
    const kinds = Object.keys(this.#running) as Kind[]
    await Promise.all(
      kinds.flatMap((kind) =>
        [...this.#running[kind]].map(({ process, host }) => this.#end(kind, process, host)),
      ),
    )
  }

  async #end(kind: Kind, process: BenchProcess, host: string): Promise<void> {
    this.#usage.remove(process.pid)
    await endProcess(process.child, 'SIGTERM')
    this.#forget(kind, host)
  }

  #oldest(kind: Kind): Running {
    const oldest = this.#running[kind][0]
    if (!oldest) throw new Error(`no ${kind} is running`)
    return oldest
  }

  #forget(kind: Kind, host: string): void {
    this.#running[kind] = this.#running[kind].filter((each) => each.host !== host)
  }
}
