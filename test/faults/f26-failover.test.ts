import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { migrate } from '@mediajobs/outbox'
import type { Test } from 'tap'
import { type FailingOverService, startFailingOverService } from './support/failing-over-service.ts'
import { compareBooks } from './support/failover-books.ts'
import { prove } from './support/fault.ts'
import { killed, type Pair, type Scene, switchedOver, vanished } from './support/lost-primary.ts'
import { type LostStandby, loseStandby } from './support/lost-standby.ts'
import {
  copyAsStandby,
  type PostgresNode,
  requireStandby,
  startNode,
  startStandby,
  waitForNoStandby,
} from './support/postgres-nodes.ts'

const RESUMED_MS = 30_000
// A commit without a response takes 9 s. Before that, a call may wait twice for its turn, 5 s each.
const RESPONSE_MS = 20_000
const GONE_MS = 25_000

await prove({
  id: 'F26',
  promise:
    'after PostgreSQL fails over to a synchronous standby, nothing confirmed is lost, and every process continues by itself',
  rules: '[c15-failover, c15-read-only]',
  target: `killed, vanished and switched over under load: 0 confirmed changes lost, 0 webhooks lost, repeats only of what was in flight, resumed ≤ ${RESUMED_MS / 1_000} s after the promotion, 0 processes end, every response within ${RESPONSE_MS / 1_000} s`,
  async run({ t, isFull }) {
    const folder = await scratchFolder(t)
    const directory = (name: string) => join(folder, name)
    let pair = await startPair(t, directory)
    const service = await startFailingOverService(t, pair.primary.url)
    const noticeMs = isFull ? 5_000 : 1_000
    const failedAtMs: number[] = []
    const resumedMs: Record<string, number> = {}
    const failures = { killed, ...(isFull && { vanished }), 'switched over': switchedOver }
    for (const [name, fail] of Object.entries(failures)) {
      await pause(isFull ? 5_000 : 1_500)
      failedAtMs.push(Date.now())
      const after = await fail({ t, pair, service, noticeMs, directory })
      pair = after.pair
      resumedMs[name] = after.resumedMs
    }
    const lost = isFull ? await loseStandbyTwice(t, service, pair, failedAtMs) : []
    await pause(1_000)
    await service.clients.stop()
    return summarize(t, service, pair.primary, { failedAtMs, resumedMs, lost })
  },
})

async function startPair(t: Test, directory: Scene['directory']): Promise<Pair> {
  const primary = await startNode(t, 'a', directory('a'))
  await migrate(primary.url)
  const standby = await copyAsStandby(t, primary, 'b', directory('b'))
  await requireStandby(primary, standby)
  return { primary, standby }
}

/** The standby comes back the first time. The second time, an operator decides to continue without it. */
async function loseStandbyTwice(
  t: Test,
  service: FailingOverService,
  { primary, standby }: Pair,
  failedAtMs: number[],
): Promise<LostStandby[]> {
  let present = standby
  const lose = async (goOn: () => Promise<unknown>) => {
    await pause(5_000)
    failedAtMs.push(Date.now())
    const pair = { primary, standby: present }
    return loseStandby(t, service, pair, { goneMs: GONE_MS, goOn })
  }
  const first = await lose(async () => {
    present = await startStandby(t, primary, standby.name, standby.directory)
  })
  return [first, await lose(() => waitForNoStandby(primary))]
}

interface Run {
  failedAtMs: readonly number[]
  resumedMs: Record<string, number>
  lost: readonly LostStandby[]
}

async function summarize(
  t: Test,
  service: FailingOverService,
  primary: PostgresNode,
  { failedAtMs, resumedMs, lost }: Run,
) {
  const books = await compareBooks(t, primary.url, service, failedAtMs)
  const { responses } = service.clients
  const statuses = new Set(responses.map(({ status }) => status))
  // 409: the first call with this Idempotency-Key still waits for its commit. 429: others of its organization wait.
  t.strictSame(
    [...statuses].filter((status) => ![201, 409, 429, 503].includes(status)),
    [],
  )
  const slowestMs = Math.round(Math.max(...responses.map(({ durationMs }) => durationMs)))
  for (const one of [service.api, ...service.others]) t.equal(await one.end('SIGTERM'), 0)
  const resumed = Object.entries(resumedMs).map(([name, ms]) => `${name} ${ms} ms`)
  const away = lost.map(
    ({ waitingCommits, reads, failedReads, resumedMs }) =>
      `; without the standby for ${GONE_MS / 1_000} s ${waitingCommits} commits waited, ${failedReads} of ${reads} reads failed, resumed after ${resumedMs} ms`,
  )
  const { booked, missing, unfounded, repeated, repeatedWithoutCause } = books
  return {
    figure:
      `work resumed once the address led to the new primary: ${resumed.join(', ')}; slowest response ${slowestMs} ms; ` +
      `${books.lost} of ${booked} bookings lost, ${missing} webhooks missing, ${unfounded} without their change, ` +
      `${repeated} repeated, ${repeatedWithoutCause} of them not in flight${away.join('')}`,
    isMet:
      Math.max(...Object.values(resumedMs)) <= RESUMED_MS &&
      slowestMs <= RESPONSE_MS &&
      books.lost + missing + unfounded + repeatedWithoutCause === 0 &&
      lost.every(({ failedReads }) => failedReads === 0),
  }
}
