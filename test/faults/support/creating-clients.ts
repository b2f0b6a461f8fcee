import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

interface ClientResponse {
  status: number
  /** Unix milliseconds. */
  startedAtMs: number
  durationMs: number
  /** The created project. */
  projectId: string | null
}

export interface CreatingClients {
  readonly responses: readonly ClientResponse[]
  /** The booked projects. */
  readonly projectIds: readonly string[]
  /** Starts no more bookings. Resolves when all have succeeded. */
  stop(): Promise<void>
}

const CLIENTS = 4
const PAUSE_MS = 50

/**
 * Clients that book projects sequentially, and retry failures with the same Idempotency-Key, as integrators should.
 */
export function startCreatingClients(api: { url: string }, key: string) {
  const responses: ClientResponse[] = []
  const projectIds: string[] = []
  let isStopped = false

  async function create(idempotencyKey: string): Promise<string | null> {
    const startedAtMs = Date.now()
    const beganMs = performance.now()
    const response = await fetch(`${api.url}/projects/create`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ scheduledTime: '2026-05-01T09:30:00Z' }),
    })
    const body = (await response.json()) as { id?: string }
    const { status } = response
    const projectId = status === 201 ? (body.id ?? null) : null
    responses.push({ status, startedAtMs, durationMs: performance.now() - beganMs, projectId })
    return projectId
  }

  async function book(): Promise<void> {
    while (!isStopped) {
      const idempotencyKey = randomUUID()
      let projectId = await create(idempotencyKey)
      while (projectId === null) {
        await pause(PAUSE_MS)
        projectId = await create(idempotencyKey)
      }
      projectIds.push(projectId)
      await pause(PAUSE_MS)
    }
  }

  const booking = Promise.all(Array.from({ length: CLIENTS }, book))
  // `stop` reports a failure. Until then it mustn't be an unhandled rejection.
  booking.catch(() => {})
  return {
    responses,
    projectIds,
    async stop() {
      isStopped = true
      await booking
    },
  } satisfies CreatingClients
}
