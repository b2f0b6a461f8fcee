import { DEFAULT_KEY_WINDOWS, DEFAULT_RETRY_DELAYS_MS, openKeyRing } from '@mediajobs/domain'
import { bool, cleanEnv, makeExactValidator, str } from 'envalid'
import {
  parseDuration,
  parseDurations,
  parseNameServers,
  parsePorts,
  parseRateWindows,
} from './parsers.ts'

/** A variable that is missing or wrong: one line for the operator. */
export class EnvironmentError extends Error {}

const duration = makeExactValidator(parseDuration)
const durations = makeExactValidator(parseDurations)
const rateWindows = makeExactValidator(parseRateWindows)
const ports = makeExactValidator(parsePorts)
const nameServers = makeExactValidator(parseNameServers)
const keyRing = makeExactValidator(openKeyRing)
const port = makeExactValidator((text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new RangeError('a port from 0 to 65535 (0: any free port)')
  }
  return Number(text)
})
const wholeNumber = makeExactValidator((text) => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new RangeError('a whole number of at least 1')
  return Number(text)
})
const postgresUrl = makeExactValidator((text) => {
  if (!/^postgres(ql)?:$/.test(protocolOf(text))) {
    throw new RangeError('a URL like postgres://user:password@host:5432/database')
  }
  return text
})
const httpUrl = makeExactValidator((text) => {
  if (!/^https?:$/.test(protocolOf(text))) throw new RangeError('a URL that begins with http(s)://')
  return text.replace(/\/+$/, '')
})
const bucketName = makeExactValidator((text) => {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) throw new RangeError('the name of a bucket')
  return text
})
const credential = makeExactValidator((text) => {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new RangeError('given, without white space')
  return text
})
const trustProxy = makeExactValidator((text) => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (!/^\d+$/.test(text)) return text
  const hops = Number(text)
  return (_address: string, hop: number) => hop < hops
})

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Every environment variable of the service: what it is, and what it is when it is not given. */
export const variables = {
  DATABASE_URL: postgresUrl({ desc: 'PostgreSQL, version 15 or later' }),
  DATABASE_POOL_SIZE: wholeNumber({ default: 10, desc: 'Database connections of one process' }),
  HOST: str({ default: '0.0.0.0', desc: 'Address that the api listens on' }),
  PORT: port({ default: 3000, desc: 'Port that the api listens on' }),
  DELIVERY_BASE_URL: httpUrl({
    default: undefined,
    desc: "Where clients open what was delivered to them; by default the api's own /deliveries",
  }),
  S3_ENDPOINT: httpUrl({ desc: 'The S3 store, as clients reach it too: they put files there' }),
  S3_REGION: str({ default: 'us-east-1', desc: "The store's region" }),
  S3_BUCKET: bucketName({ desc: 'Bucket that holds the files' }),
  S3_ACCESS_KEY: credential({ desc: "The store's access key" }),
  S3_SECRET_KEY: credential({ desc: "The store's secret key" }),
  CDN_BASE_URL: httpUrl({
    default: undefined,
    desc: "Where confirmed files are read; by default the bucket's own address",
  }),
  SECRETS_KEY: keyRing({
    desc: '32 bytes in base64 that encrypt secrets at rest; several, newest first, after a comma',
  }),
  LOG_LEVEL: str({
    choices: LOG_LEVELS,
    default: 'info',
    desc: 'Least severe level that is logged',
  }),
  METRICS_PORT: port({ default: undefined, desc: 'Port of Prometheus metrics; none by default' }),
  TRUST_PROXY: trustProxy({
    default: false,
    desc: 'Proxies whose X-Forwarded-For is believed: true, a number of hops, or addresses',
  }),
  RATE_LIMITS: rateWindows({
    default: [...DEFAULT_KEY_WINDOWS],
    desc: 'Calls of one API key, all windows at once: 3/1s,20/10s,100/60s',
  }),
  SHUTDOWN_DELAY: duration({
    default: 2_000,
    desc: 'How long an api told to end serves on, not ready, so that balancers let go of it: 2s',
  }),
  WEBHOOK_RETRY_DELAYS: durations({
    default: [...DEFAULT_RETRY_DELAYS_MS],
    desc: 'Waits after each failed try: 30s,2m,10m,30m,2h',
  }),
  WEBHOOK_TIMEOUT: duration({ default: 10_000, desc: 'How long a receiver may take: 10s' }),
  WEBHOOK_SLOTS: wholeNumber({ default: 200, desc: 'Webhooks that one dispatcher posts at once' }),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: bool({
    default: false,
    desc: 'Whether receivers may have private, loopback or link-local addresses',
  }),
  WEBHOOK_ALLOW_HTTP: bool({ default: false, desc: 'Whether receivers may be plain http' }),
  WEBHOOK_ALLOWED_PORTS: ports({
    default: undefined,
    desc: 'Ports that receivers may have: any, or a list; by default 443,8443, with http 80 as well, and any in private networks',
  }),
  WEBHOOK_DNS_SERVERS: nameServers({
    default: undefined,
    desc: "Name servers that alone are asked for receivers: 10.0.0.53,[fd00::53]:5353; by default the system's",
  }),
  WEBHOOK_DISABLE_AFTER: duration({
    default: undefined,
    desc: 'A subscription that has only failed for this long is switched off; never by default',
  }),
}

type Variables = typeof variables

/**
 * The variables that `specs` asks for, read from `env`.
 *
 * @throws {EnvironmentError} that names every wrong variable and what it should be, in one line.
 */
export function environment<Specs extends Partial<Variables>>(
  specs: Specs,
  env: NodeJS.ProcessEnv = process.env,
) {
  return cleanEnv(env, specs as Specs & Record<string, never>, {
    reporter({ errors }) {
      const wrong = Object.entries(errors).map(([name, error]) => sentence(name, error as Error))
      if (wrong.length > 0) throw new EnvironmentError(wrong.join('; '))
    },
  })
}

function sentence(name: string, error: Error): string {
  if (error instanceof RangeError) return `${name} must be ${error.message}`
  if (error.name === 'EnvMissingError') return `${name} is required`
  return `${name}: ${error.message}`
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}
