import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import { type ApiProcess, startApi } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { bookProjects, type Sent, sendStep } from './support/booking-clients.ts'
import { disagreements, occurrences } from './support/books.ts'
import { prove } from './support/fault.ts'
import { slowCommits } from './support/slow-commits.ts'

const ROUNDS = 40
const SHORT_ROUNDS = 2
const CLIENTS = 16
const MIN_RESPONSES = 40
const LOAD_SPREAD_MS = 250

const COMMIT_MS = 100
const BACKENDS = `
  select count(*) from pg_stat_activity
  where datname = current_database() and application_name like 'api %@%'`

interface Scene {
  t: Test
  service: TestApp
  organizationId: string
  apiKey: string
  /** Every client's requests, each with its last response. */
  log: Sent[]
}

interface Tally {
  unanswered: number
  /** Committed changes without a response. */
  committed: number
}

await prove({
  id: 'F2',
  promise: 'a killed api leaves either a change with its events and webhooks, or nothing',
  rules: '[c1-idempotency-commit, c7-commit]',
  target: `${ROUNDS} kills around the commit: 0 records disagree, 0 answered changes lost, 0 done twice`,
  async run({ t, isFull }) {
    const scene = await setScene(t)
    const { service, organizationId, log } = scene
    const tally: Tally = { unanswered: 0, committed: 0 }
    let api = await startApi(t, service.databaseUrl, { RATE_LIMITS: '100000/1s' })
    const rounds = isFull ? ROUNDS : SHORT_ROUNDS
    for (let n = 1; n <= rounds; n += 1) api = await killOnce(scene, api, tally)

    const odd = await disagreements(service.store, organizationId)
    t.strictSame(odd, {}, 'all records agree at the end')
    const times = await occurrences(service.store, organizationId, log)
    const lost = times.filter((count) => count === 0).length
    const doubled = times.filter((count) => count > 1).length
    const { unanswered, committed } = tally
    const met = `${unanswered} unanswered changes, ${committed} of them behind their commit`
    return {
      figure: `${rounds} kills met ${met}: of ${log.length} changes ${lost} lost and ${doubled} done twice, ${Object.keys(odd).length} kinds of records disagree`,
      isMet:
        lost === 0 &&
        doubled === 0 &&
        Object.keys(odd).length === 0 &&
        committed > 0 &&
        committed < unanswered,
    }
  },
})

async function setScene(t: Test): Promise<Scene> {
  const service = await testApp(t)
  const { organizationId, key: apiKey } = await service.createOrg()
  const other = await service.createOrg()
  const both = ['PROJECT_CREATED', 'PROJECT_STATUS_CHANGED']
  const subscribe = async (key: string, path: string, events: string[]): Promise<string> => {
    const body = { url: `http://127.0.0.1:9/${path}`, events }
    return (await service.request('POST', '/webhooks/subscriptions', { key, body })).body.id
  }
  await subscribe(apiKey, 'both', both)
  await subscribe(apiKey, 'created', ['PROJECT_CREATED'])
  const off = await subscribe(apiKey, 'off', both)
  const switchedOff = { key: apiKey, body: { active: false } }
  await service.request('PATCH', `/webhooks/subscriptions/${off}`, switchedOff)
  await subscribe(other.key, 'other', both)
  await slowCommits(service.store, COMMIT_MS)
  return { t, service, organizationId, apiKey, log: [] }
}

async function killOnce(scene: Scene, api: ApiProcess, tally: Tally): Promise<ApiProcess> {
  const { t, service, organizationId, apiKey, log } = scene
  const sent: Sent[] = []
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, () =>
    bookProjects(
      (step) => sendStep(api.url, apiKey, step),
      sent,
      () => isOver,
    ),
  )
  await eventually('the load', async () => sent.length >= MIN_RESPONSES, 60_000)
  await pause(Math.random() * LOAD_SPREAD_MS)
  const dead = api.end('SIGKILL')
  isOver = true
  await Promise.all([dead, ...clients])
  const hasLeft = async () =>
    (await service.store.sql.query<{ count: number }>(BACKENDS))[0]?.count === 0
  await eventually('its connections ended', hasLeft)

  t.strictSame(
    await disagreements(service.store, organizationId),
    {},
    'all records agree after the kill',
  )
  const answered = sent.filter(({ response }) => response !== null)
  t.ok(
    answered.every(({ response }) => response?.status === 200 || response?.status === 201),
    'every response was a 2xx',
  )
  const unanswered = sent.filter(({ response }) => response === null)
  const committed = await occurrences(service.store, organizationId, unanswered)
  tally.unanswered += unanswered.length
  tally.committed += committed.filter((times) => times > 0).length

  const next = await startApi(t, service.databaseUrl, { RATE_LIMITS: '100000/1s' })
  for (const each of unanswered) each.response = await sendStep(next.url, apiKey, each.step)
  t.strictSame(
    unanswered.map(({ response }) => response?.isReplay),
    unanswered.map(({ step }, i) => step.move === null && committed[i] === 1),
    'a repeat of a committed change gets the first response',
  )
  log.push(...sent)
  return next
}
