import { createTestDatabase } from '@mediajobs/db/testing'
import { openStore } from '@mediajobs/outbox'
import { createOrg, type TestOrganization } from '@mediajobs/testing/api/members'
import { put } from '@mediajobs/testing/api/studio'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import { type ServiceProcess, startApi, startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

const SHIFT_MS = 600_000
const CLOCK = new URL('support/shifted-clock.ts', import.meta.url).href
const SIGNED_MS = 2_000
const RETRY_DELAYS_MS = [1_000, 2_000]
const RETRY_LATE_MS = 2_000
const BODY = { scheduledTime: '2026-05-01T09:30:00Z' }

await prove({
  id: 'F11',
  promise: "machines with clocks 10 minutes fast or slow serve and send by the database's clock",
  rules: '[c7-fresh]',
  target: `signatures within ${SIGNED_MS / 1_000} s of that clock, retries within [d, d + 2 s], rate limits and expiries exact, events in order`,
  async run({ t, isFull }) {
    const { url: databaseUrl } = await createTestDatabase(t)
    const store = openStore({ databaseUrl, poolSize: 2, applicationName: 'test', onError() {} })
    t.teardown(() => store.close())
    const org = await createOrg(store)
    const receivers = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_ALLOW_HTTP: 'true' }
    const settings = { RATE_LIMITS: '3/10s', METRICS_PORT: '0', ...receivers }
    const [fast, slow] = await Promise.all(
      [SHIFT_MS, -SHIFT_MS].map((ms) =>
        startApi(t, databaseUrl, { ...settings, ...shiftedBy(ms) }),
      ),
    )
    if (!fast || !slow) throw new Error('two apis must be started')
    const calling = { t, org, urls: [fast.url, slow.url] as const }

    await expectNamed(t, fast, SHIFT_MS)
    await expectNamed(t, slow, -SHIFT_MS)
    const accepted = await countAccepted(calling)
    await expectValidity(calling)
    await expectUploads(calling)
    const shifts = isFull ? [SHIFT_MS, -SHIFT_MS] : [SHIFT_MS]
    const seen = []
    for (const shift of shifts) seen.push(await sendWebhooks(calling, databaseUrl, shift))
    const disordered = await countDisordered(calling)
    const worst = {
      signedMs: Math.max(...seen.map(({ signedMs }) => signedMs)),
      lateMs: Math.max(...seen.map(({ lateMs }) => lateMs)),
      earlyMs: Math.max(...seen.map(({ earlyMs }) => earlyMs)),
    }
    return {
      figure:
        `signed within ${worst.signedMs} ms, retries ${worst.lateMs} ms late at most and ${worst.earlyMs} ms early, ` +
        `${accepted} of 12 calls accepted where 3 are allowed, ${disordered} events out of order`,
      isMet:
        worst.signedMs <= SIGNED_MS &&
        worst.lateMs <= RETRY_LATE_MS &&
        worst.earlyMs === 0 &&
        accepted === 3 &&
        disordered === 0,
    }
  },
})

interface Calling {
  t: Test
  org: TestOrganization
  urls: readonly [fast: string, slow: string]
}

/** Variables that shift a process's clock. */
function shiftedBy(shiftMs: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_SHIFT_MS: `${shiftMs}` }
}

/** Makes a call, by default with a new key, so no rate limit applies. */
async function call(
  { org }: Calling,
  url: string,
  method: string,
  path: string,
  { body, key, headers }: { body?: unknown; key?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(url + path, {
    method,
    headers: {
      'x-api-key': key ?? (await org.keyWith('ADMIN')),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

/** Checks that a process's log, metric and readiness report its wrong clock. */
async function expectNamed(
  t: Test,
  process: ServiceProcess & { url?: string },
  shiftMs: number,
): Promise<void> {
  const [, logged] = await process.waitForOutput(/"skewSeconds":(-?\d+),"msg":"clock\.wrong"/)
  const [, port] = await process.waitForOutput(/"port":(\d+),"msg":"[^"]*metrics[ _]listening"/)
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const [, figure] = /^clock_skew_seconds (.*)$/m.exec(figures) ?? []
  // A slow reading makes the figure smaller.
  for (const seconds of [logged, figure].map(Number)) {
    t.ok(Math.abs(seconds - shiftMs / 1_000) < 10, `${seconds} s`)
  }
  const ready = await fetch(`${process.url ?? `http://127.0.0.1:${port}`}/health/ready`)
  t.equal(ready.status, 200, 'ten minutes change nothing')
  const { warnings } = (await ready.json()) as { warnings?: string[] }
  t.match(warnings, [
    shiftMs > 0 ? /^the clock .* ahead of the database's$/ : /^the clock .* behind/,
  ])
}

/** Sends twelve calls with one key within its window of 10 s, to both apis in turn. */
async function countAccepted(calling: Calling): Promise<number> {
  const key = await calling.org.keyWith('READ')
  const calls = Array.from({ length: 12 }, (_, n) =>
    call(calling, calling.urls[n % 2] as string, 'GET', '/projects', { key }),
  )
  const responses = await Promise.all(calls)
  return responses.filter((response) => response.status === 200).length
}

/** Checks that keys, sessions, delivery links and stored responses use the database's clock on both. */
async function expectValidity(calling: Calling): Promise<void> {
  const { t, org, urls } = calling
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const project = await call(calling, urls[0], 'POST', '/projects/create', { body: BODY })
  for (const url of urls) {
    const keys = await Promise.all(
      [-5, 5].map(async (minutes) => {
        const body = { name: `${minutes}`, scopes: ['READ'], expiresAt: inMinutes(minutes) }
        return call(calling, url, 'POST', '/api-keys', { body })
      }),
    )
    t.strictSame(
      keys.map((key) => key.status),
      [400, 201],
      'a key must end in the future',
    )
    const key = keys[1]?.body.key
    for (const each of urls) t.equal((await call(calling, each, 'GET', '/', { key })).status, 200)

    const links = []
    for (const minutes of [-5, 5]) {
      const body = { expiresAt: inMinutes(minutes) }
      links.push(await call(calling, url, 'POST', `/projects/${project.body.id}/deliver`, { body }))
    }
    t.strictSame(
      links.map((link) => link.status),
      [400, 200],
      'a link must end in the future',
    )
    for (const each of urls) {
      const link = await call(calling, each, 'GET', `/deliveries/${links[1]?.body.deliveryToken}`)
      t.equal(link.status, 200, 'a link works until it ends')
    }

    const credentials = { email: org.email, password: org.password }
    const session = await call(calling, url, 'POST', '/auth/sessions', { body: credentials })
    const headers = {
      authorization: `Bearer ${session.body.accessToken}`,
      'x-org-id': org.organizationId,
    }
    for (const each of urls) {
      const response = await call(calling, each, 'GET', '/projects', { headers })
      t.equal(response.status, 200, 'a session works on both')
    }
  }
  const key = await org.keyWith('WRITE')
  const headers = { 'idempotency-key': 'across-clocks' }
  const repeats = [
    await call(calling, urls[0], 'POST', '/projects/create', { body: BODY, key, headers }),
    await call(calling, urls[1], 'POST', '/projects/create', { body: BODY, key, headers }),
  ]
  t.equal(repeats[0]?.body.id, repeats[1]?.body.id, 'a repeat gets the first response')
}

/** S3 allows clocks 15 minutes apart: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
async function expectUploads(calling: Calling): Promise<void> {
  const { t, urls } = calling
  for (const url of urls) {
    const project = await call(calling, url, 'POST', '/projects/create', { body: BODY })
    const projectId = project.body.id
    const file = { filename: 'a.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
    const { body } = await call(calling, url, 'POST', '/media/presign', {
      body: { projectId, ...file },
    })
    t.equal((await put(body.uploadUrl, 'pixels')).status, 200)
    const confirmed = await call(calling, url, 'POST', '/media/confirm-upload', {
      body: { projectId, filename: 'a.jpg', size: 6, type: 'PHOTO', key: body.key },
    })
    t.equal(confirmed.status, 201)
  }
}

/** Sends a webhook that fails until its last attempt, with a dispatcher whose clock is wrong. */
async function sendWebhooks(calling: Calling, databaseUrl: string, shiftMs: number) {
  const { t, urls } = calling
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  receiver.script(status(500), status(500))
  const subscription = { url: `${receiver.url}/${shiftMs}`, events: ['PROJECT_CREATED'] }
  await call(calling, urls[0], 'POST', '/webhooks/subscriptions', { body: subscription })
  await call(calling, urls[1], 'POST', '/projects/create', { body: BODY })
  const dispatcher = await startDispatcher(t, databaseUrl, {
    WEBHOOK_RETRY_DELAYS: RETRY_DELAYS_MS.map((ms) => `${ms}ms`).join(),
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    ...shiftedBy(shiftMs),
  })
  await expectNamed(t, dispatcher, shiftMs)
  await receiver.waitFor(3)
  await dispatcher.end('SIGTERM')
  const { requests } = receiver
  const signedMs = requests.map(({ headers, receivedAtMs }) => {
    const [, seconds] = /t=(\d+)/.exec(`${headers['x-webhook-signature']}`) ?? []
    return Math.abs(receivedAtMs - Number(seconds) * 1_000)
  })
  const lateMs = RETRY_DELAYS_MS.map((delayMs, n) => {
    const [before, after] = [requests[n], requests[n + 1]]
    return (after?.receivedAtMs ?? Number.NaN) - (before?.receivedAtMs ?? 0) - delayMs
  })
  return {
    signedMs: Math.max(...signedMs),
    lateMs: Math.max(...lateMs),
    earlyMs: Math.max(0, ...lateMs.map((ms) => -ms)),
  }
}

/** Books on both apis in turn. Returns how many events aren't in booking order. */
async function countDisordered(calling: Calling): Promise<number> {
  const { t, urls } = calling
  const made: string[] = []
  for (let n = 0; n < 10; n += 1) {
    const url = urls[n % 2] as string
    made.unshift((await call(calling, url, 'POST', '/projects/create', { body: BODY })).body.id)
  }
  const { body: page } = await call(calling, urls[0], 'GET', '/events?limit=10')
  const events: { createdAt: string }[] = page.data
  const ages = events.map(({ createdAt }) => Math.abs(Date.now() - Date.parse(createdAt)))
  t.ok(
    ages.every((ms) => ms < 60_000),
    "their times use the database's clock",
  )
  return events.filter((event, n) => !JSON.stringify(event).includes(made[n] ?? 'none')).length
}
