import type { AttackResponse, Outcome } from './send.ts'
import type { Stage } from './stage.ts'

/** A hostile request, and the response that the contract promises. */
export interface HostileRequest {
  /** For the report. */
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  /** Created when sent: all bodies together would fill the test's memory. */
  body?: () => string | Buffer
  /** A false `content-length`. */
  claimedBytes?: number
  expected: Expectation
}

/** The responses that keep the promise. */
export interface Expectation {
  statuses: readonly number[]
  /** Error codes. Default: any. */
  codes?: readonly string[]
  /** A refusal is an HTML page, without the common error body. */
  isPage?: boolean
  /** Another problem with the response, or `null`. */
  check?: (response: AttackResponse) => string | null
}

/** A sent request, and whether its response keeps the promise. */
export interface CheckedRequest {
  attack: string
  request: string
  outcome: Outcome
  tookMs: number
  /** The broken promise, or `null`. */
  wrong: string | null
}

type Note = (request: CheckedRequest) => void

/** The service must withstand it, and give a reason for each refusal. */
export interface Attack {
  name: string
  /** Sets up the attack, while the neighbor isn't measured. */
  prepare?(stage: Stage): Promise<void>
  /** Attacks, and records each checked request. */
  run(stage: Stage, note: Note): Promise<void>
}

/** Responses to a valid request, and to one refused before its work begins. */
export const made: Expectation = { statuses: [200, 201, 202] }
export const refused = (...codes: string[]): Expectation => ({ statuses: [400], codes })
export const tooLarge: Expectation = { statuses: [413], codes: ['body_too_large'] }

/** An attack as a sequence of requests. */
export function requestsAttack(
  name: string,
  requests: (stage: Stage) => Iterable<HostileRequest>,
): Attack {
  return {
    name,
    async run(stage, note) {
      for (const request of requests(stage)) {
        if (stage.isOver()) return
        note(await sendAndCheck(stage, name, request))
      }
    },
  }
}

/** An attack whose steps depend on previous responses. */
export function stepsAttack(
  name: string,
  steps: (stage: Stage, expect: Expect) => Promise<void>,
): Attack {
  return {
    name,
    async run(stage, note) {
      await steps(stage, async (request) => {
        const response = await stage.send(request)
        note({ attack: name, ...checked(request, response) })
        return response
      })
    },
  }
}

/** An attack in steps on records that requests can't create, or that take long to create. */
export function preparedAttack<Records>(
  name: string,
  prepare: (stage: Stage) => Promise<Records>,
  steps: (stage: Stage, expect: Expect, records: Records) => Promise<void>,
): Attack {
  let records: Records
  return {
    ...stepsAttack(name, (stage, expect) => steps(stage, expect, records)),
    async prepare(stage) {
      records = await prepare(stage)
    },
  }
}

/** Sends a request, records whether its response is as expected, and returns it. */
export type Expect = (request: HostileRequest) => Promise<AttackResponse>

async function sendAndCheck(
  stage: Stage,
  attack: string,
  request: HostileRequest,
): Promise<CheckedRequest> {
  return { attack, ...checked(request, await stage.send(request)) }
}

function checked(
  request: HostileRequest,
  response: AttackResponse,
): Omit<CheckedRequest, 'attack'> {
  const { name, method, path } = request
  return {
    request: `${name}: ${method} ${path.slice(0, 60)}`,
    outcome: response.outcome,
    tookMs: response.tookMs,
    wrong: wrongAbout(request.expected, response),
  }
}

function wrongAbout(expected: Expectation, response: AttackResponse): string | null {
  const { outcome, code } = response
  if (typeof outcome !== 'number') return `no response: ${outcome}`
  if (!expected.statuses.includes(outcome)) {
    const problem = `${code ?? ''} ${response.text.slice(0, 160)}`
    return `${outcome} instead of ${expected.statuses.join(' or ')} ${problem}`
  }
  if (outcome >= 400 && !expected.isPage) {
    const unclear = unclearAbout(response)
    if (unclear) return unclear
    if (expected.codes && !expected.codes.includes(code ?? '')) {
      return `code ${code} instead of ${expected.codes.join(' or ')}`
    }
  }
  return expected.check?.(response) ?? null
}

/** What's missing in the common error body. docs/contract.md#c1-errors-body */
function unclearAbout({ outcome, error }: AttackResponse): string | null {
  if (!error) return `${outcome} without the common body of errors`
  const { statusCode, code, message, requestId } = error
  if (statusCode !== outcome || typeof code !== 'string' || typeof requestId !== 'string') {
    return `${outcome} with an incomplete body: ${JSON.stringify(error).slice(0, 200)}`
  }
  const texts = [message].flat()
  const isClear = texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
  return isClear ? null : `${outcome} that does not say why`
}
