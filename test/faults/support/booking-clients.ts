import { randomUUID } from 'node:crypto'

/** A request that books a project or moves one, and that can be sent again. */
export interface Step {
  method: 'POST' | 'PATCH'
  path: string
  /** A creation carries it as its Idempotency-Key, and the project as its notes. */
  key: string
  /** The project that is moved, and where to. */
  move: { projectId: string; status: string } | null
}

export interface StepResponse {
  status: number
  isReplay: boolean
  projectId: string
}

/** A step and what became of it: `null` when the connection broke before its answer. */
export interface Sent {
  step: Step
  answer: StepResponse | null
  /** Why there was none. */
  failure?: string
}

/** @throws what `fetch` throws when there is no answer. */
export type Send = (step: Step) => Promise<StepResponse>

const MOVES = ['BOOKED', 'SHOOTING', 'UPLOADED']

/**
 * Books one project after the other and moves each of them on, until `isOver` or until a connection
 * breaks. What was sent stands in `log`.
 */
export async function bookProjects(send: Send, log: Sent[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const created = await note(send, log, createStep())
    if (!created) return
    // Not as many each time, lest all clients book at once and then all move.
    const moveCount = Math.floor(Math.random() * (MOVES.length + 1))
    for (const status of MOVES.slice(0, moveCount)) {
      if (isOver()) return
      if (!(await note(send, log, moveStep(created.projectId, status)))) return
    }
  }
}

async function note(send: Send, log: Sent[], step: Step): Promise<StepResponse | null> {
  try {
    const answer = await send(step)
    log.push({ step, answer })
    return answer
  } catch (error) {
    log.push({ step, answer: null, failure: String((error as Error).cause ?? error) })
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

/** Sends it to the api at `url`. */
export async function sendStep(url: string, apiKey: string, step: Step): Promise<StepResponse> {
  const { method, path, key, move } = step
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
  const { id } = (await response.json()) as { id: string }
  const isReplay = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, isReplay, projectId: id }
}
