import t from 'tap'
import {
  EnvironmentError,
  environment,
  isRequired,
  unknownVariables,
  variables,
  writtenDefault,
} from '../src/index.ts'

type Variable = keyof typeof variables

const complete = {
  DATABASE_URL: 'postgres://localhost/jobs',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  DELIVERY_BASE_URL: 'https://jobs.example.com/deliveries',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'jobs',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
}

t.test('an unset variable has the documented default [i6-wait, c9-environment]', async (t) => {
  const config = environment(variables, complete)
  t.same(config.WEBHOOK_RETRY_DELAYS, [30_000, 120_000, 600_000, 1_800_000, 7_200_000])
  t.equal(config.WEBHOOK_TIMEOUT, 10_000)
  t.same(config.RATE_LIMITS, [
    { limit: 3, spanMs: 1_000 },
    { limit: 20, spanMs: 10_000 },
    { limit: 100, spanMs: 60_000 },
  ])
  t.equal(config.WEBHOOK_ALLOW_PRIVATE_NETWORKS, false)
  t.equal(config.WEBHOOK_DISABLE_AFTER, undefined)
  t.equal(config.CELL, undefined)
  t.equal(config.METRICS_PORT, undefined)
  t.equal(config.WEBHOOK_BLOCKED_PORTS, undefined)
  t.equal(config.WEBHOOK_DNS_SERVERS, undefined)
})

t.test('values are parsed with their units [c9-environment, c15-cell-urls]', async (t) => {
  const config = environment(variables, {
    ...complete,
    WEBHOOK_RETRY_DELAYS: '100ms,1s,1.5m',
    RATE_LIMITS: '1000/60s, 5/1s',
    METRICS_PORT: '0',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_BLOCKED_PORTS: '22, 9443',
    WEBHOOK_DNS_SERVERS: '10.0.0.53, 10.0.0.54:5353,fd00::53,[fd00::54]:5353',
    // As from a file with Windows line ends.
    DELIVERY_BASE_URL: 'https://clients.example.com/d/\r',
    REQUEST_LOG_SAMPLE: 'off',
    CELL: 'eu1',
    CELL_URLS: 'eu1=https://eu1.example.com/, us1=http://us1.internal',
  })
  t.equal(config.CELL, 'eu1')
  t.same(
    config.CELL_URLS,
    new Map([
      ['eu1', 'https://eu1.example.com'],
      ['us1', 'http://us1.internal'],
    ]),
  )
  t.equal(config.REQUEST_LOG_SAMPLE, 'off')
  for (const [text, share] of Object.entries({ 0: 0, '0.25': 0.25, '1': 1 })) {
    t.equal(
      environment(variables, { ...complete, REQUEST_LOG_SAMPLE: text }).REQUEST_LOG_SAMPLE,
      share,
    )
  }
  t.same(config.WEBHOOK_RETRY_DELAYS, [100, 1_000, 90_000])
  t.same(config.RATE_LIMITS, [
    { limit: 5, spanMs: 1_000 },
    { limit: 1_000, spanMs: 60_000 },
  ])
  t.equal(config.METRICS_PORT, 0)
  t.equal(config.WEBHOOK_ALLOW_HTTP, true)
  t.same(config.WEBHOOK_BLOCKED_PORTS, [22, 9_443])
  const noPorts = environment(variables, { ...complete, WEBHOOK_BLOCKED_PORTS: 'none' })
  t.same(noPorts.WEBHOOK_BLOCKED_PORTS, [])
  t.same(config.WEBHOOK_DNS_SERVERS, ['10.0.0.53', '10.0.0.54:5353', 'fd00::53', '[fd00::54]:5353'])
  t.equal(config.DELIVERY_BASE_URL, 'https://clients.example.com/d')
})

const PRIVATE = 'hunter2'
// Each is also tried empty.
const WRONG: Record<Variable, string[]> = {
  DATABASE_URL: [
    `mysql://jobs:${PRIVATE}@localhost/jobs`,
    `postgres://jobs:${PRIVATE}%@localhost/jobs`,
    `host=localhost password=${PRIVATE}`,
    `postgres://jobs:${PRIVATE}@db-1,db-2/jobs`,
    `postgres://jobs:${PRIVATE}@db-1:5432,db-2:5432/jobs?target_session_attrs=read-write`,
    'postgres:///jobs?host=db-1,db-2',
  ],
  MOVE_TARGET_DATABASE_URL: ['mysql://db/mediajobs', 'db'],
  MOVE_SOURCE_DATABASE_URL: ['mysql://db/mediajobs', 'db'],
  MEDIA_DATABASE_URL: ['mysql://db/mediajobs', 'db'],
  DATABASE_POOL_SIZE: ['0', '-1', '2.5', 'ten', '1e3'],
  HOST: ['http://0.0.0.0', '0.0.0.0 ', '10.0.0.0/8'],
  PORT: ['70000', '-1', '3000x', '0x50'],
  MEDIA_BASE_URL: ['media.example.com', 'http://media.example.com', 'https://media.example.com/?a'],
  TOUR_BASE_URL: [
    'tours.example.com',
    'ftp://tours.example.com',
    'http://8.8.8.8',
    'https://tours.example.com/t',
    `https://user:${PRIVATE}@tours.example.com`,
  ],
  DELIVERY_BASE_URL: [
    'clients.example.com',
    'ftp://clients.example.com',
    '/deliveries',
    'http://clients.example.com/d',
    'http://8.8.8.8/d',
    `https://user:${PRIVATE}@clients.example.com/d`,
    'https://clients.example.com/d?to=',
    'https://clients.example.com/#d',
  ],
  S3_ENDPOINT: ['s3.example.com', 's3://bucket'],
  S3_REGION: ['us east 1', 'us-east-1/'],
  S3_BUCKET: ['Jobs/2026', 'a', 'bucket_name', '-jobs'],
  S3_ACCESS_KEY: [`an ${PRIVATE}`, `${PRIVATE}\n`],
  S3_SECRET_KEY: [`a ${PRIVATE}`, `${PRIVATE}\t`, `ünde${PRIVATE}`],
  S3_UPLOAD_ACCESS_KEY: [`an ${PRIVATE}`],
  S3_UPLOAD_SECRET_KEY: [`a ${PRIVATE}`, `ünde${PRIVATE}`],
  CDN_BASE_URL: ['cdn.example.com', '//cdn.example.com'],
  SECRETS_KEY: [
    PRIVATE,
    Buffer.from(PRIVATE).toString('base64'),
    `${complete.SECRETS_KEY},${PRIVATE}`,
    `${complete.SECRETS_KEY},`,
  ],
  WEBHOOK_ALLOWED_NETWORKS: ['10.0.0.0/33', 'example.com', '10.0.0.0/8,', 'loopback'],
  WEBHOOK_BLOCKED_NETWORKS: ['fd00::/129', '*'],
  WEBHOOK_PROXY_URL: [
    `jobs:${PRIVATE}@10.0.0.9`,
    `socks5://jobs:${PRIVATE}@10.0.0.9`,
    'http://proxy/?a',
  ],
  EVENT_RETENTION_DAYS: ['0', '401', '1.5', '30d'],
  SMTP_URL: [
    'mail.example.com',
    `http://jobs:${PRIVATE}@mail.example.com`,
    `smtps://jobs:${PRIVATE}@mail.example.com/path`,
    `smtps://jobs:${PRIVATE}%@mail.example.com`,
    'smtp://',
  ],
  SMTP_FROM: [
    'Studio <no-reply@example.com>',
    'no-reply',
    'a@b.com, c@d.com',
    'a@b.com\nBcc: c@d.com',
  ],
  PAYMENTS_API_URL: [
    'api.stripe.com',
    'ftp://api.stripe.com',
    'http://api.stripe.com',
    'https://api.stripe.com/v1',
    `https://user:${PRIVATE}@api.stripe.com`,
  ],
  CELL: ['a', 'EU1', 'eu-1', 'frankfurt', 'mjk', 'mjs', 'mji', 'mjp', 'eu1 '],
  CELL_URLS: [
    'eu1',
    'https://eu1.example.com',
    'eu1=http://eu1.example.com',
    'eu1=eu1.example.com',
    'eu1=',
    'a=https://a.example.com',
    'EU1=https://eu1.example.com',
    'mjs=https://eu1.example.com',
    'eu1=https://eu1.example.com,',
    'eu1=https://eu1.example.com,eu1=https://us1.example.com',
    `eu1=https://user:${PRIVATE}@eu1.example.com`,
    'eu1=https://eu1.example.com?x=1',
  ],
  LOG_LEVEL: ['loud', 'INFO', '30'],
  METRICS_PORT: ['99999', 'none'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector:4318/v1/traces'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc'],
  OTEL_TRACES_EXPORTER: ['jaeger'],
  OTEL_SDK_DISABLED: ['perhaps'],
  TRUST_PROXY: ['yes', '10.0.0.0/33', '10.0.0', 'proxy.example.com', '-1', '10.0.0.1,', '::/0/0'],
  RATE_LIMITS: [
    '1000000/1s',
    '3/1s,20',
    '3/1s/2',
    '3 per second',
    '3',
    '0/1s',
    '3/1',
    '3/0s',
    '3/1s,',
    '3/1s;20/10s',
    '100000/2d',
  ],
  MCP: ['maybe', 'ON'],
  PAGES: ['maybe', 'ON'],
  REQUEST_LOG_SAMPLE: ['1.5', '-0.1', '10%', 'none', '.1', '0x1'],
  SHUTDOWN_DELAY: ['2', '-2s', 'soon', '2h', '1 week'],
  WEBHOOK_RETRY_DELAYS: ['30', '30s,,2m', '30s 2m', 'never', '14d,15d'],
  WEBHOOK_TIMEOUT: ['ten seconds', '0s', '51s', '10'],
  WEBHOOK_SLOTS: ['0', 'many', '-5'],
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: ['perhaps', 'TRUE!', '2'],
  WEBHOOK_ALLOW_HTTP: ['perhaps', 'https'],
  WEBHOOK_BLOCKED_PORTS: ['443,0', '443,', '443-445', '65536', '-1', '0x1bb', 'all', 'any'],
  WEBHOOK_DNS_SERVERS: [
    'dns.example.com',
    'localhost',
    '1.2.3',
    '1.2.3.4:',
    '1.2.3.4:0',
    '1.2.3.4:65536',
    '1.2.3.4,',
    '1.2.3.4;::1',
    '[1.2.3.4]:53',
    '[fd00::53',
    'fd00::53]:53',
  ],
  WEBHOOK_DISABLE_AFTER: ['0s', 'never', '7', '366d'],
}

t.test(
  'an empty or invalid variable is named in one line that says what it should be [c9-environment-checked, c15-cell-name]',
  async (t) => {
    for (const [name, values] of Object.entries(WRONG)) {
      for (const value of ['', ' ', ...values]) {
        const problem = problemWith({ ...complete, [name]: value })
        t.match(problem, new RegExp(`^${name} must be [^\\n]{4,}$`), `${name}='${value}'`)
        t.notMatch(problem, PRIVATE)
      }
    }
  },
)

t.test("a variable's documented default is its value when unset", async (t) => {
  const config: Record<string, unknown> = environment(variables, complete)
  for (const name of Object.keys(variables) as Variable[]) {
    t.equal(isRequired(name), name in complete, name)
    const written = writtenDefault(name)
    const given = written === null ? complete : { ...complete, [name]: written }
    const same: Record<string, unknown> = environment(variables, given)
    t.same(same[name], config[name], `${name}=${written}`)
  }
  t.equal(writtenDefault('RATE_LIMITS'), '3/1s,20/10s,100/60s')
  t.equal(writtenDefault('WEBHOOK_TIMEOUT'), '10s')
  t.equal(writtenDefault('WEBHOOK_DISABLE_AFTER'), null)
})

t.test('a probable misspelling is found, with the likely name', async (t) => {
  const found = unknownVariables({
    ...complete,
    WEBHOOK_TIMOUT: '5s',
    SECRET_KEY: 'x',
    WEBHOOK_RETRIES: '3',
    SMTP_SENDER: 'jobs@example.com',
    MEDIA_URL: 'https://media.example.com',
    EVENT_RETENTION_TIME: '9',
    REQUEST_LOG_SHARE: '0.1',
    HOME: '/root',
    POST: '1',
    OTEL_SERVICE_NAME: 'jobs',
    S3_SERVICE_HOST: '10.0.0.1',
    S3_PORT_9000_TCP_ADDR: '10.0.0.1',
  })
  t.strictSame(found, [
    { variable: 'WEBHOOK_TIMOUT', nearest: 'WEBHOOK_TIMEOUT' },
    { variable: 'SECRET_KEY', nearest: 'SECRETS_KEY' },
    { variable: 'WEBHOOK_RETRIES' },
    { variable: 'SMTP_SENDER' },
    { variable: 'MEDIA_URL' },
    { variable: 'EVENT_RETENTION_TIME' },
    { variable: 'REQUEST_LOG_SHARE' },
  ])
})

t.test('each error line says why the value is invalid', async (t) => {
  const WINDOWS = 'must be windows like 3/1s,20/10s,100/60s, each of 1 to 999999 calls in 1ms to 1d'
  const KEYS = 'must be 32 bytes in base64, as from `openssl rand -base64 32`'
  const cases: [Variable, string, string][] = [
    ['RATE_LIMITS', '1000000/1s', WINDOWS],
    ['RATE_LIMITS', '3/1s,20', WINDOWS],
    ['SECRETS_KEY', 'short', KEYS],
    ['WEBHOOK_RETRY_DELAYS', '30s,,2m', 'must be delays like 30s,2m,10m, together at most 28d'],
    ['DATABASE_POOL_SIZE', '1000000000', 'must be a whole number from 1 to 999999999'],
    ['S3_SECRET_KEY', 'ünde', 'must be visible ASCII characters'],
    ['S3_ACCESS_KEY', '"AKIA"', 'must be visible ASCII characters without whitespace or enclosing'],
    [
      'DELIVERY_BASE_URL',
      'http://jobs.example.com',
      'must be a URL that begins with https:// (http',
    ],
  ]
  for (const [name, value, expected] of cases) {
    const problem = problemWith({ ...complete, [name]: value })
    t.ok(problem.startsWith(`${name} ${expected}`), problem)
  }
})

t.test('client delivery links may lack TLS only on private hosts', async (t) => {
  const local = ['localhost:3000', '127.0.0.1', '[::1]:80', '10.1.2.3', 'jobs', 'jobs.internal']
  for (const host of local) {
    const base = `http://${host}/deliveries`
    t.equal(
      environment(variables, { ...complete, DELIVERY_BASE_URL: base }).DELIVERY_BASE_URL,
      base,
    )
  }
})

t.test('all missing variables are named together', async (t) => {
  const names = Object.keys(complete).sort()
  t.strictSame(
    problemWith({}).split('; ').sort(),
    names.map((name) => `${name} is required`),
  )
})

function problemWith(env: NodeJS.ProcessEnv): string {
  try {
    environment(variables, env)
    return 'none'
  } catch (error) {
    return error instanceof EnvironmentError ? error.message : `unexpected: ${error}`
  }
}
