import type { Answered, Outcome } from './send.ts'
import type { Stage } from './stage.ts'

/** A request that is meant to do harm, and what the contract promises as its answer. */
export interface HostileRequest {
  /** What is hostile about it, as the report names it. */
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  /** Made when it is sent: all of them at once would fill the memory of the test. */
  body?: () => string | Buffer
  /** Bytes that `content-length` claims when it is not the size of the body. */
  claimedBytes?: number
  expected: Expectation
}

/** The answers that keep the promise. */
export interface Expectation {
  statuses: readonly number[]
  /** The codes of answers that are errors; any when absent. */
  codes?: readonly string[]
  /** What else is wrong about the answer, or `null`. */
  judge?: (answered: Answered) => string | null
}

/** One request that was sent, and whether its answer keeps the promise. */
export interface Verdict {
  attack: string
  request: string
  outcome: Outcome
  tookMs: number
  /** What is wrong about it; `null` when the promise was kept. */
  wrong: string | null
}

type Note = (verdict: Verdict) => void

/** A named way to do harm. The service must stand it, and say why it refuses. */
export interface Attack {
  name: string
  /** Its number in the security review, where it comes from there. */
  finding?: number
  /** Makes it, and notes each answer. */
  run(stage: Stage, note: Note): Promise<void>
}

/** The answers to a valid request, and to one that is refused before its work begins. */
export const made: Expectation = { statuses: [200, 201, 202] }
export const refused = (...codes: string[]): Expectation => ({ statuses: [400], codes })
export const tooLarge: Expectation = { statuses: [413], codes: ['body_too_large'] }

/** An attack that is a list of requests, sent one after the other. */
export function requestsAttack(
  name: string,
  requests: (stage: Stage) => Iterable<HostileRequest>,
  finding?: number,
): Attack {
  return {
    name,
    ...(finding !== undefined && { finding }),
    async run(stage, note) {
      for (const request of requests(stage)) {
        if (stage.isOver()) return
        note(await verdictOn(stage, name, request))
      }
    },
  }
}

/** An attack in steps, of which each depends on the answer to the one before. */
export function stepsAttack(
  name: string,
  steps: (stage: Stage, expect: Expect) => Promise<void>,
  finding?: number,
): Attack {
  return {
    name,
    ...(finding !== undefined && { finding }),
    async run(stage, note) {
      await steps(stage, async (request) => {
        const answered = await stage.send(request)
        note({ attack: name, ...judged(request, answered) })
        return answered
      })
    },
  }
}

/** Sends a request, notes whether its answer is as expected, and gives the answer. */
export type Expect = (request: HostileRequest) => Promise<Answered>

async function verdictOn(stage: Stage, attack: string, request: HostileRequest): Promise<Verdict> {
  return { attack, ...judged(request, await stage.send(request)) }
}

function judged(request: HostileRequest, answered: Answered): Omit<Verdict, 'attack'> {
  const { name, method, path } = request
  return {
    request: `${name}: ${method} ${path.slice(0, 60)}`,
    outcome: answered.outcome,
    tookMs: answered.tookMs,
    wrong: wrongAbout(request.expected, answered),
  }
}

function wrongAbout(expected: Expectation, answered: Answered): string | null {
  const { outcome, code } = answered
  if (typeof outcome !== 'number') return `no answer: ${outcome}`
  if (!expected.statuses.includes(outcome)) {
    const told = `${code ?? ''} ${answered.text.slice(0, 160)}`
    return `${outcome} in place of ${expected.statuses.join(' or ')} ${told}`
  }
  if (outcome >= 400) {
    const unclear = unclearAbout(answered)
    if (unclear) return unclear
    if (expected.codes && !expected.codes.includes(code ?? '')) {
      return `code ${code} in place of ${expected.codes.join(' or ')}`
    }
  }
  return expected.judge?.(answered) ?? null
}

/** What the common body of errors lacks. docs/contract.md#c1-errors-body */
function unclearAbout({ outcome, error }: Answered): string | null {
  if (!error) return `${outcome} without the common body of errors`
  const { statusCode, code, message, requestId } = error
  if (statusCode !== outcome || typeof code !== 'string' || typeof requestId !== 'string') {
    return `${outcome} with an incomplete body: ${JSON.stringify(error).slice(0, 200)}`
  }
  const texts = [message].flat()
  const isClear = texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
  return isClear ? null : `${outcome} that does not say why`
}
