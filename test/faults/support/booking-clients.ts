import { randomUUID } from 'node:crypto'

/** A retryable request that books or moves a project. */
export interface Step {
  method: 'POST' | 'PATCH'
  path: string
  /** The Idempotency-Key of a creation, and the notes of its project. */
  key: string
  /** The moved project and its new status. */
  move: { projectId: string; status: string } | null
}

export interface StepResponse {
  status: number
  isReplay: boolean
  projectId: string
}

/** A step and its response; `null` if the connection broke first. */
export interface Sent {
  step: Step
  response: StepResponse | null
  /** Why there was no response. */
  failure?: string
}

/** @throws the error of `fetch` without a response */
export type Send = (step: Step) => Promise<StepResponse>

const MOVES = ['BOOKED', 'SHOOTING', 'UPLOADED']

/**
 * Books and moves projects sequentially until `isOver` or a connection breaks. Logs each request.
 */
export async function bookProjects(send: Send, log: Sent[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const created = await note(send, log, createStep())
    if (!created) return
    // A random number of moves, so clients don't all book and then all move.
    const moveCount = Math.floor(Math.random() * (MOVES.length + 1))
    for (const status of MOVES.slice(0, moveCount)) {
      if (isOver()) return
      if (!(await note(send, log, moveStep(created.projectId, status)))) return
    }
  }
}

async function note(send: Send, log: Sent[], step: Step): Promise<StepResponse | null> {
  try {
    const response = await send(step)
    log.push({ step, response })
    return response
  } catch (error) {
    log.push({ step, response: null, failure: String((error as Error).cause ?? error) })
    return null
  }
}

function createStep(): Step {
  return { method: 'POST', path: '/projects/create', key: randomUUID(), move: null }
}

function moveStep(projectId: string, status: string): Step {
  const path = `/projects/${projectId}/status`
  return { method: 'PATCH', path, key: randomUUID(), move: { projectId, status } }
}

/** Sends a step to the api at `url`. */
export async function sendStep(url: string, apiKey: string, step: Step): Promise<StepResponse> {
  const { status, isReplay, body } = await requestStep(url, apiKey, step)
  return { status, isReplay, projectId: body.id ?? '' }
}

/** A response: a project or a problem. */
export interface RawResponse {
  status: number
  isReplay: boolean
  body: { id?: string; code?: string; cellUrl?: string }
}

/** Sends a step to the api at `url`. Returns errors too. */
export async function requestStep(
  url: string,
  apiKey: string,
  { method, path, key, move }: Step,
): Promise<RawResponse> {
  const body = move
    ? { status: move.status }
    : { scheduledTime: '2026-05-01T09:30:00Z', addressLine1: '1 Main St', notes: key }
  const response = await fetch(url + path, {
    method,
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      ...(!move && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    isReplay: response.headers.get('idempotency-replayed') === 'true',
    body: (await response.json()) as RawResponse['body'],
  }
}
