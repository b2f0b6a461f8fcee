import t from 'tap'
import { EnvironmentError, environment, variables } from '../src/index.ts'

const complete = {
  DATABASE_URL: 'postgres://localhost/jobs',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'jobs',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
}

t.test('what is not given is what the interface says', async (t) => {
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
  t.equal(config.METRICS_PORT, undefined)
  t.equal(config.WEBHOOK_ALLOWED_PORTS, undefined)
  t.equal(config.WEBHOOK_DNS_SERVERS, undefined)
})

t.test('what is given is read in its units', async (t) => {
  const config = environment(variables, {
    ...complete,
    WEBHOOK_RETRY_DELAYS: '100ms,1s,1.5m',
    RATE_LIMITS: '1000/60s, 5/1s',
    METRICS_PORT: '0',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_PORTS: '443, 9443',
    WEBHOOK_DNS_SERVERS: '10.0.0.53, 10.0.0.54:5353,fd00::53,[fd00::54]:5353',
    DELIVERY_BASE_URL: 'https://clients.example.com/d/',
  })
  t.same(config.WEBHOOK_RETRY_DELAYS, [100, 1_000, 90_000])
  t.same(config.RATE_LIMITS, [
    { limit: 5, spanMs: 1_000 },
    { limit: 1_000, spanMs: 60_000 },
  ])
  t.equal(config.METRICS_PORT, 0)
  t.equal(config.WEBHOOK_ALLOW_HTTP, true)
  t.same(config.WEBHOOK_ALLOWED_PORTS, [443, 9_443])
  t.same(config.WEBHOOK_DNS_SERVERS, ['10.0.0.53', '10.0.0.54:5353', 'fd00::53', '[fd00::54]:5353'])
  t.equal(config.DELIVERY_BASE_URL, 'https://clients.example.com/d')
})

t.test('a wrong variable is named in one line that says what it should be', async (t) => {
  const wrong: Record<string, string> = {
    DATABASE_URL: 'mysql://localhost/jobs',
    SECRETS_KEY: 'short',
    PORT: '70000',
    RATE_LIMITS: '3 per second',
    WEBHOOK_RETRY_DELAYS: '30',
    WEBHOOK_TIMEOUT: 'ten seconds',
    LOG_LEVEL: 'loud',
    WEBHOOK_ALLOW_HTTP: 'perhaps',
    WEBHOOK_ALLOWED_PORTS: '443,0',
    WEBHOOK_DNS_SERVERS: 'dns.example.com',
    DATABASE_POOL_SIZE: '0',
    S3_ENDPOINT: 's3.example.com',
    S3_BUCKET: 'Jobs/2026',
    S3_SECRET_KEY: 'a secret',
  }
  for (const [name, value] of Object.entries(wrong)) {
    const problem = problemWith({ ...complete, [name]: value })
    t.match(problem, new RegExp(`^${name}\\b`))
    t.notMatch(problem, '\n')
  }
})

t.test('all that is missing is named at once', async (t) => {
  const names = Object.keys(complete).sort()
  t.strictSame(
    problemWith({}).split('; ').sort(),
    names.map((name) => `${name} is required`),
  )
})

t.test('a name server is an IP address, a port is one', async (t) => {
  const problem = (name: string, value: string) => problemWith({ ...complete, [name]: value })
  for (const servers of ['', 'localhost', '1.2.3', '1.2.3.4:', '1.2.3.4:0', '1.2.3.4:65536']) {
    t.match(problem('WEBHOOK_DNS_SERVERS', servers), /^WEBHOOK_DNS_SERVERS/, servers)
  }
  for (const servers of ['[fd00::53', '[1.2.3.4]:53', 'fd00::53]:53', '1.2.3.4,', '1.2.3.4;::1']) {
    t.match(problem('WEBHOOK_DNS_SERVERS', servers), /^WEBHOOK_DNS_SERVERS must be/, servers)
  }
  for (const ports of ['none', '443,', '443-445', '65536', '-1', '0x1bb']) {
    t.match(problem('WEBHOOK_ALLOWED_PORTS', ports), /^WEBHOOK_ALLOWED_PORTS must be any/, ports)
  }
})

function problemWith(env: NodeJS.ProcessEnv): string {
  try {
    environment(variables, env)
    return 'none'
  } catch (error) {
    return error instanceof EnvironmentError ? error.message : `unexpected: ${error}`
  }
}
