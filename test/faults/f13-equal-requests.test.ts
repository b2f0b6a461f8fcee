import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import { prove } from './support/fault.ts'
import { openRacetrack, type Racetrack, type RacingResponse } from './support/same-instant.ts'

const EQUAL = 50
const FULL_ROUNDS = 20
// Pause before retrying while the first request is in progress.
const AGAIN_MS = 20

/** The result of one race. */
interface Seen {
  /** Row counts of the tables that must have one row. */
  rows: number[]
  differentResponses: number
  /** Responses not allowed by the contract, and repeated effects. */
  wrong: number
}

await prove({
  id: 'F13',
  promise:
    'fifty identical concurrent confirms, or creates with one Idempotency-Key, make one record and get one response',
  rules: '[c1-idempotency-once]',
  target: `of each ${EQUAL} identical requests: 1 record, 1 event, 1 webhook, 1 response`,
  async run({ t, isFull }) {
    const track = await openRacetrack(t, isFull)
    const all: Seen[] = []
    for (let round = 0; round < (isFull ? FULL_ROUNDS : 1); round += 1) {
      all.push(await confirmAtOnce(track), await createAtOnce(track))
    }
    const single = all.filter(({ rows }) => rows.every((count) => count === 1)).length
    const agreed = all.filter(({ differentResponses }) => differentResponses === 1).length
    const wrong = all.reduce((sum, each) => sum + each.wrong, 0)
    return {
      figure: `${all.length} times ${EQUAL} requests: done once ${single} times, equal responses ${agreed} times, ${wrong} wrong responses`,
      isMet: single === all.length && agreed === all.length && wrong === 0,
    }
  },
})

async function confirmAtOnce({ service, race }: Racetrack): Promise<Seen> {
  const { org, projectId, presign } = await openStudio(service)
  const { uploadUrl, key } = await presign()
  await put(uploadUrl, 'pixels')
  const body = { projectId, filename: 'front.jpg', size: 6, type: 'PHOTO', key }
  const responses = await race(EQUAL, '/media/confirm-upload', () => ({ key: org.key, body }))
  const made = responses.filter(({ status }) => status === 201).length
  const found = responses.filter(({ status }) => status === 200).length
  return {
    rows: await rowsOf(service, org.organizationId, ['media']),
    differentResponses: differing(responses),
    wrong: Math.abs(made - 1) + (EQUAL - made - found),
  }
}

async function createAtOnce({ service, race }: Racetrack): Promise<Seen> {
  const org = await service.createOrg()
  const hook = { url: 'https://example.com/hook', events: ['PROJECT_CREATED'] }
  await org.call('POST', '/webhooks/subscriptions', hook)
  const call = {
    key: org.key,
    body: { scheduledTime: '2026-05-01T09:30:00Z' },
    headers: { 'idempotency-key': randomUUID() },
  }
  const responses: RacingResponse[] = []
  for (let waiting = EQUAL; waiting > 0; ) {
    const arrived = await race(waiting, '/projects/create', () => call)
    const tooEarly = arrived.filter(({ body }) => body.code === 'idempotency_in_progress')
    responses.push(...arrived.filter((response) => !tooEarly.includes(response)))
    waiting = tooEarly.length
    if (waiting > 0) await pause(AGAIN_MS)
  }
  const first = responses.filter(({ headers }) => !headers.has('idempotency-replayed')).length
  const refused = responses.filter(({ status }) => status !== 201).length
  return {
    rows: await rowsOf(service, org.organizationId, ['projects', 'events', 'webhook_deliveries']),
    differentResponses: differing(responses),
    wrong: Math.abs(first - 1) + refused,
  }
}

async function rowsOf(
  { store }: Racetrack['service'],
  organizationId: string,
  tables: readonly string[],
): Promise<number[]> {
  const counts = tables.map((table) =>
    store.sql.query<{ count: number }>(`select count(*) from ${table} where organization_id = $1`, [
      organizationId,
    ]),
  )
  return (await Promise.all(counts)).map(([row]) => row?.count ?? 0)
}

function differing(responses: readonly RacingResponse[]): number {
  return new Set(responses.map(({ body }) => JSON.stringify(body))).size
}
