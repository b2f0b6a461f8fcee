import { once } from 'node:events'
import { endProcess } from '@mediajobs/local-engines'
import { type BenchProcess, startProcess } from '../support/process.ts'
import type { OnEnd } from './proxy.ts'
import type { ReceiverState } from './receiver-main.ts'
import type { UsageMeter } from './usage.ts'

/** The S3 store in a process of its own. It can be gone for a while. */
export class Store {
  readonly #start: () => Promise<BenchProcess>
  readonly #usage: UsageMeter
  #process: BenchProcess | null = null

  constructor(environment: Record<string, string>, usage: UsageMeter, onEnd: OnEnd) {
    this.#start = () => startProcess('bench/fleet/store-main.ts', /listening at/, environment)
    this.#usage = usage
    onEnd(() => this.kill())
  }

  async start(): Promise<void> {
    this.#process = await this.#start()
    this.#usage.add('store', this.#process.pid)
  }

  async kill(): Promise<void> {
    if (!this.#process) return
    this.#usage.remove(this.#process.pid)
    await endProcess(this.#process.child, 'SIGKILL')
    this.#process = null
  }
}

/** The receivers of webhooks, all in one process. */
export class Receivers {
  readonly #process: BenchProcess
  #state: ReceiverState = { failing: false, hanging: false, gone: false }

  private constructor(process: BenchProcess) {
    this.#process = process
  }

  static async start(
    port: number,
    arrivals: string,
    usage: UsageMeter,
    onEnd: OnEnd,
  ): Promise<Receivers> {
    const environment = { PORT: String(port), ARRIVALS: arrivals }
    const process = await startProcess('bench/fleet/receiver-main.ts', /listening at/, environment)
    usage.add('receivers', process.pid)
    onEnd(() => endProcess(process.child, 'SIGKILL'))
    return new Receivers(process)
  }

  async change(state: Partial<ReceiverState>): Promise<void> {
    this.#state = { ...this.#state, ...state }
    await this.#send(this.#state)
  }

  /** Writes what has arrived to the file. Nothing is written later. */
  async close(): Promise<void> {
    await this.#send('end')
  }

  async #send(message: ReceiverState | 'end'): Promise<void> {
    const reply = once(this.#process.child, 'message')
    this.#process.child.send(message)
    await reply
  }
}
