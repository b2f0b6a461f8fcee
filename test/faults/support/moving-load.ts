import { setTimeout as pause } from 'node:timers/promises'
import {
  bookProjects,
  type RawResponse,
  requestStep,
  type Sent,
  type Step,
  type StepResponse,
} from './booking-clients.ts'

/** What callers of a moving organization have seen. */
export interface MovingLoad {
  /** Each step with its last response. */
  readonly log: Sent[]
  /** Longest time from a step's first refusal to its success, in milliseconds. */
  longestRefusalMs(): number
  /** Responses other than successes, `organization_moving` and `wrong_cell`. */
  odd(): string[]
  /** Response times, in milliseconds. */
  responsesMs(): number[]
  /** Callers sent to the other cell. */
  sentOn(): number
  stop(): Promise<void>
}

const SPACE_MS = 25
const RETRY_MS = 100
const MAX_ODD = 20

/**
 * Callers that book and move projects at `url`. They retry steps refused because of the move, at the cell that the response
 * names, if any.
 */
export function bookThroughMove(url: string, apiKey: string, clients: number): MovingLoad {
  const log: Sent[] = []
  const callers = Array.from({ length: clients }, () => new Caller(url, apiKey))
  let isOver = false
  const running = callers.map((caller) =>
    bookProjects(
      (step) => caller.send(step),
      log,
      () => isOver,
    ),
  )
  return {
    log,
    odd: () => callers.flatMap((caller) => caller.odd),
    longestRefusalMs: () => Math.max(...callers.map((caller) => caller.longestRefusalMs)),
    responsesMs: () => callers.flatMap((caller) => caller.responsesMs),
    sentOn: () => callers.reduce((sum, caller) => sum + caller.sentOn, 0),
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

class Caller {
  longestRefusalMs = 0
  sentOn = 0
  readonly odd: string[] = []
  readonly responsesMs: number[] = []
  readonly #apiKey: string
  #url: string
  #refusedAtMs: number | undefined

  constructor(url: string, apiKey: string) {
    this.#url = url
    this.#apiKey = apiKey
  }

  async send(step: Step): Promise<StepResponse> {
    await pause(SPACE_MS)
    for (;;) {
      const sentAtMs = performance.now()
      const response = await requestStep(this.#url, this.#apiKey, step)
      const { status, isReplay, body } = response
      this.responsesMs.push(performance.now() - sentAtMs)
      if (status < 300) {
        this.#accepted()
        return { status, isReplay, projectId: body.id ?? '' }
      }
      await this.#refused(step, response)
    }
  }

  #accepted(): void {
    if (this.#refusedAtMs === undefined) return
    this.longestRefusalMs = Math.max(this.longestRefusalMs, performance.now() - this.#refusedAtMs)
    this.#refusedAtMs = undefined
  }

  async #refused({ method, path }: Step, { status, body }: RawResponse): Promise<void> {
    if (status === 421 && body.cellUrl) {
      this.#url = body.cellUrl
      this.sentOn += 1
      return
    }
    if (status === 503 && body.code === 'organization_moving') {
      this.#refusedAtMs ??= performance.now()
    } else {
      this.odd.push(`${method} ${path}: ${status} ${body.code}`)
      if (this.odd.length > MAX_ODD) throw new Error(this.odd.join('; '))
    }
    await pause(RETRY_MS)
  }
}
