import { randomUUID } from 'node:crypto'

interface ClientResponse {
  status: number
  /** Unix milliseconds. */
  startedAtMs: number
  durationMs: number
}

/** What clients that book have sent and got. */
export interface CreatingClients {
  readonly answers: readonly ClientResponse[]
  /** The projects that they were told of, one for each booking. */
  readonly projectIds: readonly string[]
  /** Begins no new booking; resolves when each that was begun is answered with success. */
  stop(): Promise<void>
}

const PAUSE_MS = 50

/**
 * Clients that book one project after the other. What does not succeed is repeated with its
 * Idempotency-Key until it does, as an integrator should.
 */
export function startCreatingClients(api: { url: string }, key: string, count = 4) {
  const answers: ClientResponse[] = []
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
    answers.push({ status, startedAtMs, durationMs: performance.now() - beganMs })
    return status === 201 ? (body.id ?? null) : null
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

  const booking = Promise.all(Array.from({ length: count }, book))
  // Whoever stops them hears of a failure.
  booking.catch(() => {})
  return {
    answers,
    projectIds,
    async stop() {
      isStopped = true
      await booking
    },
  } satisfies CreatingClients
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
