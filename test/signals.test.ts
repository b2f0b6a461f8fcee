import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { status } from '@mediajobs/testing/dispatcher/responders'
import {
  type ServiceProcess,
  startApi,
  startDispatcher,
  startMedia,
} from '@mediajobs/testing/service/process'
import t from 'tap'
import { startCollector } from './support/collector.ts'

// docs/signals.md, with a production api and dispatcher, and a trace collector.

const { url: databaseUrl } = await createTestDatabase(t)
const service = await testApp(t, { databaseUrl })
const { key, organizationId } = await service.createOrg()
const collector = await startCollector(t)
const receiver = await startReceiver({ fallback: status(200) })
t.teardown(() => receiver.close())
const signals = {
  METRICS_PORT: '0',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
}
const receivers = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_ALLOW_HTTP: 'true' }
const [api, dispatcher, media] = await Promise.all([
  startApi(t, databaseUrl, {
    ...signals,
    ...receivers,
    RATE_LIMITS: '10000/1s',
    // The timeout of calls to the collector.
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  }),
  startDispatcher(t, databaseUrl, {
    ...signals,
    HOST: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1',
    DELIVERY_BASE_URL: 'https://jobs.example.test/deliveries',
    WEBHOOK_RETRY_DELAYS: '100ms',
    // So long that the dispatcher sends its spans only at shutdown.
    OTEL_BSP_SCHEDULE_DELAY: '100000',
  }),
  startMedia(t, databaseUrl, signals),
])

function call(method: string, path: string, body?: unknown, headers: object = {}) {
  return fetch(api.url + path, {
    method,
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function scrape(process: ServiceProcess): Promise<string> {
  const [, port] = await process.waitForOutput(/"port":(\d+),"msg":"[^"]*metrics[ _]listening"/)
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

/** A metric's value, or 0 if it doesn't exist yet. */
async function figure(process: ServiceProcess, name: string): Promise<number> {
  const lines = (await scrape(process)).split('\n')
  const line = lines.find((candidate) => candidate.startsWith(`${name} `))
  return Number(line?.slice(name.length) ?? 0)
}

const lineWith = (process: ServiceProcess, pattern: RegExp) =>
  process
    .waitForOutput(new RegExp(`^.*${pattern.source}.*$`, 'm'))
    .then(([line]) => JSON.parse(line))

const traceId = randomBytes(16).toString('hex')
const callerSpanId = randomBytes(8).toString('hex')

t.test('a request, its event and every attempt at its webhook form one trace', async (t) => {
  const url = `${receiver.url}/hook`
  t.equal(
    (await call('POST', '/webhooks/subscriptions', { url, events: ['PROJECT_CREATED'] })).status,
    201,
  )
  receiver.script(status(500))
  const headers = { traceparent: `00-${traceId}-${callerSpanId}-01` }
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  t.equal((await call('POST', '/projects/create', body, headers)).status, 201)
  await receiver.waitFor(2)
  const retried = await lineWith(dispatcher, /"attempt":2,/)
  t.match(retried, { traceId, organizationId, responseStatus: 200, status: 'SUCCEEDED' })
  t.equal(await figure(dispatcher, 'webhook_deliveries_total{status="SUCCEEDED"}'), 1)
  for (const { rawHeaders } of receiver.requests) {
    t.notMatch(rawHeaders.join(), /trace/i, 'the headers of a webhook are fixed')
  }

  const named = (name: string) => collector.received(traceId, (span) => span.name === name)
  const request = await named('POST /projects/create')
  t.equal(request.parentSpanId, callerSpanId)
  t.match(request, {
    service: 'mediajobs-api',
    attributes: { 'http.route': '/projects/create', 'http.response.status_code': 201 },
  })
  const transaction = await named('transaction')
  t.equal(transaction.parentSpanId, request.spanId)
  const event = await named('publish PROJECT_CREATED')
  t.equal(event.parentSpanId, transaction.spanId)
})

t.test(
  'a request writes one log line with the trace, the code and the caller [c9-logs]',
  async (t) => {
    const refused = await call('GET', '/projects/none', undefined, { 'x-request-id': 'signals-1' })
    t.equal(refused.status, 404)
    t.match(await lineWith(api, /"requestId":"signals-1"/), {
      msg: 'request',
      method: 'GET',
      status: 404,
      code: 'not_found',
      organizationId,
      traceId: /^[0-9a-f]{32}$/,
    })
  },
)

t.test("a successful health probe isn't logged, a failed one is [c9-health]", async (t) => {
  const ending = await startApi(t, databaseUrl, { SHUTDOWN_DELAY: '2s' })
  const probe = (path: string, id: string) =>
    fetch(ending.url + path, { headers: { 'x-request-id': id } })
  t.equal((await probe('/health/live', 'well-live')).status, 200)
  t.equal((await probe('/health/ready', 'well-ready')).status, 200)
  const ended = ending.end('SIGTERM')
  await ending.waitForOutput(/"msg":"stopping"/)
  t.equal((await probe('/health/ready', 'not-ready')).status, 503)
  const line = { route: '/health/ready', status: 503, code: 'shutting_down' }
  t.match(await lineWith(ending, /"requestId":"not-ready".*"msg":"request"/), line)
  t.notMatch(ending.output(), /"requestId":"well-/)
  t.notMatch(
    ending.output(),
    /"level":"error"/,
    "an api shutting down isn't ready, which isn't a fault",
  )
  t.equal(await ended, 0)
})

t.test('requests are counted by route and status, refusals by code, events by name', async (t) => {
  await fetch(`${api.url}/projects`)
  t.match(await scrape(api), /^http_request_seconds_count\{method="GET",route="\/projects"\} 1$/m)
  const refused = { requests: 'method="GET",route="/projects",status="401"' }
  t.equal(await figure(api, `http_requests_total{${refused.requests}}`), 1)
  t.equal(await figure(api, 'http_problems_total{status="401",code="credential_missing"}'), 1)
  t.equal(await figure(api, 'events_published_total{event="PROJECT_CREATED"}'), 1)
  t.equal(await figure(api, 'database_connections_limit'), 10)
})

t.test('an unreadable request is counted and logged', async (t) => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nno header\r\n\r\n')
  let response = ''
  socket.setEncoding('utf8').on('data', (text) => {
    response += text
  })
  await once(socket, 'close')
  const [, requestId] = /"requestId":"([^"]+)"/.exec(response) ?? []
  const { msg, status, code } = await lineWith(api, new RegExp(`"requestId":"${requestId}"`))
  t.strictSame([msg, status, code], ['request.unreadable', 400, 'malformed_request'])
  const unreadable = 'method="unknown",route="unreadable",status="400"'
  t.equal(await figure(api, `http_requests_total{${unreadable}}`), 1)
  t.equal(await figure(api, 'http_problems_total{status="400",code="malformed_request"}'), 1)
})

t.test('a request whose client disconnects is counted and logged', async (t) => {
  const lock = await service.store.database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table customers in exclusive mode')
  const gone = new AbortController()
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com' })
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'x-request-id': 'gone-1' }
  const options = { method: 'POST', headers, body, signal: gone.signal }
  const asked = fetch(`${api.url}/customers`, options)
  const waiting = "select 1 from pg_locks where not granted and relation = 'customers'::regclass"
  while ((await service.store.sql.query(waiting)).length === 0);
  gone.abort()
  await t.rejects(asked)
  t.match(await lineWith(api, /"requestId":"gone-1"/), { status: 499, route: '/customers' })
  t.equal(
    await figure(api, 'http_requests_total{method="POST",route="/customers",status="499"}'),
    1,
  )
  await lock.query('rollback')
  lock.release()
})

t.test('the dispatcher has metrics for attempts, first attempts and the backlog', async (t) => {
  await service.store.sql.query(
    `insert into object_removals (organization_id, key, attempts, next_attempt_at)
     values ($1, 'signals/none', 1, now() + interval '1 hour')`,
    [organizationId],
  )
  t.equal(await figure(dispatcher, 'webhook_attempts_total{outcome="5xx"}'), 1)
  t.equal(await figure(dispatcher, 'webhook_attempts_total{outcome="2xx"}'), 1)
  t.equal(await figure(dispatcher, 'webhook_attempt_seconds_count'), 2)
  t.equal(await figure(dispatcher, 'webhook_first_try_seconds_count'), 1)
  t.equal(await figure(dispatcher, 'webhook_oldest_due_seconds'), 0)
  t.equal(await figure(dispatcher, 'object_removals_waiting'), 1)
  t.equal(await figure(dispatcher, 'webhook_slots'), 200)
  t.equal(await figure(dispatcher, 'database_commits_waiting'), 0)
  t.equal(await figure(dispatcher, 'object_store_refusals_total'), 0)
})

t.test(
  'the age of waiting media is measured by the dispatcher, so it survives media processes',
  async (t) => {
    const waiting = () => figure(dispatcher, 'derivatives_oldest_waiting_seconds')
    t.equal(await waiting(), 0)
    // The lease of a dead media process.
    await service.store.sql.query(
      `with photo as (
       insert into media (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
       select organization_id, uuid_v7(), id, 'PHOTO', '1.jpg', 'signals/1', 'image/jpeg', 1, '', 1
       from projects where organization_id = $1 limit 1
       returning organization_id, id)
     insert into media_previews (organization_id, media_id, key_secret, created_at, leased_until)
     select organization_id, id, ''::bytea, now() - interval '1 hour', now() + interval '1 hour' from photo`,
      [organizationId],
    )
    const seconds = await waiting()
    t.ok(seconds >= 3_600 && seconds < 4_000, `${seconds} s`)
  },
)

t.test('the reference, the dashboard and the alerts name existing metrics', async (t) => {
  const exposed = namesIn((await Promise.all([api, dispatcher, media].map(scrape))).join(''))
  const own = exposed.filter((name) => !/^(process|nodejs)_/.test(name))
  const table = /^\| `(\w+)` \| (?:counter|gauge|histogram) /gm
  const documented = [...(await text('docs/signals.md')).matchAll(table)].map(([, name]) => name)
  t.strictSame(documented.toSorted(), own.toSorted())
  const dashboard = await text('docker/grafana/dashboard.json')
  const panels = [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)]
  const alerts = [...(await text('docker/prometheus/alerts.yaml')).matchAll(/^ +expr: (.*)$/gm)]
  t.ok(panels.length > 10 && alerts.length > 5)
  const shown = panels.flatMap(([, expression = '']) => namesUsed(expression))
  t.strictSame(
    own.filter((name) => !shown.includes(name)),
    [],
    'the dashboard shows all',
  )
  for (const [, expression = ''] of [...panels, ...alerts]) {
    // HAProxy's are in test/proxy-names.test.ts.
    const used = namesUsed(expression).filter((name) => !name.startsWith('haproxy_'))
    for (const name of used) t.ok(exposed.includes(name), `${name}: ${expression}`)
  }
})

t.test("each query of concurrent requests is in its request's trace", async (t) => {
  t.equal((await call('GET', '/projects')).status, 200)
  const traceIds = Array.from({ length: 12 }, () => randomBytes(16).toString('hex'))
  await Promise.all(
    traceIds.map((id) =>
      call('GET', '/projects', undefined, { traceparent: `00-${id}-${callerSpanId}-01` }),
    ),
  )
  for (const id of traceIds) {
    const request = await collector.received(id, (span) => span.name === 'GET /projects')
    const read = await collector.received(id, (span) => span.name === 'SELECT')
    t.equal(read.parentSpanId, request.spanId)
  }
})

t.test('a process sends its remaining spans on SIGTERM', async (t) => {
  t.notOk(collector.spans.some((span) => span.service === 'mediajobs-dispatcher'))
  t.equal(await dispatcher.end('SIGTERM'), 0)
  const event = await collector.received(traceId, ({ name }) => name === 'publish PROJECT_CREATED')
  const attempts = collector.spans.filter((span) => span.service === 'mediajobs-dispatcher')
  t.match(
    attempts.map(({ attributes }) => [
      attributes['webhook.attempt'],
      attributes['http.response.status_code'],
      attributes['webhook.status'],
    ]),
    [
      [1, 500, 'RETRYING'],
      [2, 200, 'SUCCEEDED'],
    ],
  )
  for (const attempt of attempts) {
    t.match(attempt, { traceId, parentSpanId: event.spanId, name: 'post PROJECT_CREATED' })
  }
})

t.test('an unreachable collector breaks and delays nothing', async (t) => {
  const before = api.output().length
  await collector.close()
  t.equal((await call('GET', '/projects')).status, 200)
  t.match(await lineWith(api, /"msg":"traces.not_sent"/), { level: 'warn' })
  const warning = /"msg":"traces.not_sent"/g
  for (let n = 0; n < 20; n += 1) t.equal((await call('GET', '/projects')).status, 200)
  const endedAtMs = performance.now()
  t.equal(await api.end('SIGTERM'), 0)
  t.ok(performance.now() - endedAtMs < 5_000)
  const logged = api.output().slice(before)
  t.equal(logged.match(warning)?.length, 1, 'the warning is logged once')
})

function text(path: string): Promise<string> {
  return readFile(new URL(`../${path}`, import.meta.url), 'utf8')
}

function namesIn(exposition: string): string[] {
  const names = [...exposition.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
  return [...new Set(names)]
}

/** The metrics in a PromQL expression, histograms without suffix. */
function namesUsed(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|\boffset \w+|\b\d+e\d+\b/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
  const words = [...bare.matchAll(/\b[a-z]\w*\b(?!\s*\()/gi)].map(([word]) => word)
  const names = words.filter((word) => !/^(and|or|unless|bool|by|up)$/.test(word))
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ''))
}
