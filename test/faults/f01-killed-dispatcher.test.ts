import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fixture, openFixture } from '@mediajobs/dispatcher/testing'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { type Responder, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { type ServiceProcess, startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

const ROUNDS = 20
const IN_FLIGHT = 200
// A subscription has four slots until its receiver responds; an organization has at most eighty.
const SUBSCRIPTIONS = 60
const EVENTS_EACH = 6
// Long enough to measure a slow recovery rather than time out.
const WAIT_MS = 45_000
const TARGET_MS = 20_000
// Outcomes are gathered for 100 ms, then written within a few ms.
const SETTLE_MS = 120

/** The state of the attempts in flight at a kill. */
interface Kill {
  atMs: number
  unanswered: number
  /** Answered POSTs whose outcome isn't in the database. */
  unwritten: number
  /** Whether the transaction that writes outcomes was definitely open. */
  inSettle: boolean
}

interface Round extends Kill {
  published: number
  /** Deliveries that didn't arrive, or didn't succeed on the first attempt. */
  lost: number
  repeats: number
  recoveredMs: number
}

interface Scene {
  t: Test
  fixture: Fixture
  receiver: Receiver
  held: HeldRequests
  organizationIds: string[]
}

const ENDED = 'select count(*) from webhook_deliveries where finished_at is not null'
const WAITING = `
  from pg_stat_activity
  where datname = current_database() and application_name like 'dispatcher %@%'
    and wait_event_type = 'Lock'`
const HELD_UP = `select count(*) ${WAITING}`
const CUT = `select pg_terminate_backend(pid) ${WAITING}`

await prove({
  id: 'F1',
  promise: 'no webhook is lost when a dispatcher is killed, and repeats have the same id',
  rules: '[i6-at-least-once]',
  target: `${ROUNDS} kills with ${IN_FLIGHT} in flight: 0 lost, repeats ≤ in flight, recovered ≤ 20 s`,
  async run({ t, isFull }) {
    const scene = await setScene(t)
    const rounds: Round[] = []
    let dispatcher = await startDispatcher(t, scene.fixture.databaseUrl)
    for (let n = 1; n <= (isFull ? ROUNDS : 1); n += 1) {
      const { round, next } = await killOnce(scene, dispatcher, n % 2 === 1)
      rounds.push(round)
      dispatcher = next
    }
    t.equal(await scene.fixture.countJobs(), 0, 'no job is left')
    return summarize(rounds)
  },
})

async function setScene(t: Test): Promise<Scene> {
  const fixture = await openFixture(t)
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const organizationIds: string[] = []
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
    const { organizationId } = await fixture.subscribe(`${receiver.url}/${n}`)
    organizationIds.push(organizationId)
  }
  return { t, fixture, receiver, held: holdRequests(), organizationIds }
}

async function killOnce(scene: Scene, dispatcher: ServiceProcess, inSettle: boolean) {
  const { t, fixture, receiver, held, organizationIds } = scene
  const receivedBefore = receiver.requests.length
  const known = new Set((await fixture.deliveries()).map(({ id }) => id))
  receiver.fallback(held.hold)
  for (const id of organizationIds) await fixture.publish(id, EVENTS_EACH)
  await eventually('all slots in flight', async () => held.count >= IN_FLIGHT, WAIT_MS)
  const kill = await killMidway(scene, dispatcher, inSettle)
  held.forget()
  receiver.fallback(status(200))

  const next = await startDispatcher(t, fixture.databaseUrl)
  await fixture.settled(WAIT_MS).catch(() => {})
  const recoveredMs = Date.now() - kill.atMs
  const requests = receiver.requests.slice(receivedBefore)
  const arrived = new Set(requests.map(({ headers }) => headers['x-webhook-id']))
  const delivered = (await fixture.deliveries()).filter(
    (row) => arrived.has(row.id) && row.status === 'SUCCEEDED' && row.attempts === 1,
  )
  t.ok(
    [...arrived].every((id) => delivered.some((row) => row.id === id) && !known.has(`${id}`)),
    'every POST has the id of a webhook delivery of its round',
  )
  const published = organizationIds.length * EVENTS_EACH
  const lost = published - delivered.length
  const repeats = requests.length - arrived.size
  const round: Round = { ...kill, published, lost, repeats, recoveredMs }
  return { round, next }
}

/**
 * Responds to some of the POSTs in flight, and kills the dispatcher while it writes their outcomes: with `inSettle`,
 * within that transaction, delayed by a locked row; otherwise at a random moment.
 */
async function killMidway(
  { fixture, receiver, held }: Scene,
  dispatcher: ServiceProcess,
  inSettle: boolean,
): Promise<Kill> {
  const count = async (statement: string) =>
    (await fixture.store.sql.query<{ count: number }>(statement))[0]?.count ?? 0
  const endedBefore = await count(ENDED)
  const locker = await fixture.store.database.pool.connect()
  await locker.query('begin')
  if (inSettle) await locker.query('select from webhook_deliveries for update')
  const answered = held.respond(1 + Math.floor(Math.random() * (IN_FLIGHT - 1))).length
  if (inSettle) await eventually('a settle in progress', async () => (await count(HELD_UP)) > 0)
  await pause(Math.random() * SETTLE_MS)
  const atMs = Date.now()
  await dispatcher.end('SIGKILL')
  // Otherwise PostgreSQL would finish the waiting statement, as if the process had lived a little longer.
  await locker.query(CUT)
  await locker.query('rollback')
  locker.release()
  // Free slots may have started new attempts meanwhile, whose requests the receiver is still reading.
  await receiver.waitForNoConnections()
  const unwritten = answered - ((await count(ENDED)) - endedBefore)
  return { atMs, unanswered: held.count, unwritten, inSettle }
}

function summarize(rounds: readonly Round[]) {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, each) => total + of(each), 0)
  const lost = sum((round) => round.lost)
  const repeats = sum((round) => round.repeats)
  const slowestMs = Math.max(...rounds.map((round) => round.recoveredMs))
  const unanswered = sum((round) => round.unanswered)
  const unwritten = sum((round) => round.unwritten)
  const met = `${unanswered} unanswered, ${unwritten} answered and not written`
  const settles = `${rounds.filter((round) => round.inSettle).length} times while they were being written`
  const isWithinFlight = rounds.every((each) => each.repeats <= each.unanswered + each.unwritten)
  const slowest = (slowestMs / 1_000).toFixed(1)
  return {
    figure: `${rounds.length} kills met ${met}, ${settles}: ${lost} of ${sum((round) => round.published)} lost, ${repeats} repeated, recovered in ${slowest} s at most`,
    isMet:
      lost === 0 && isWithinFlight && slowestMs <= TARGET_MS && unanswered > 0 && unwritten > 0,
  }
}

/** Requests that a receiver holds until the test releases them. */
interface HeldRequests {
  /** For the receiver. */
  readonly hold: Responder
  /** Held requests. */
  readonly count: number
  /** Responds 200 to up to `count` of the oldest requests. Returns their `x-webhook-id`s. */
  respond(count: number): string[]
  /** Drops all requests: their sender has ended. */
  forget(): void
}

function holdRequests(): HeldRequests {
  const held: ServerResponse[] = []
  return {
    hold: (response) => void held.push(response),
    get count() {
      return held.length
    },
    respond(count) {
      return held.splice(0, count).map((response) => {
        status(200)(response, response.req.socket)
        return String(response.req.headers['x-webhook-id'])
      })
    },
    forget: () => void held.splice(0),
  }
}
