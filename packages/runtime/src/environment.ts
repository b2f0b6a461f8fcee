import { DEFAULT_KEY_WINDOWS, DEFAULT_RETRY_DELAYS_MS, openKeyRing } from '@mediajobs/domain'
import { cleanEnv, makeExactValidator } from 'envalid'
import {
  parseBaseUrl,
  parseDurationWithin,
  parseHttpUrl,
  parseNameServers,
  parsePorts,
  parsePostgresUrl,
  parseRateWindows,
  parseRetryDelays,
  parseSecretBaseUrl,
  parseTrustedProxies,
  parseYesNo,
} from './parsers.ts'
import { replacedVariables } from './replaced-variables.ts'

/** A variable that is missing or wrong: one line for the operator. */
export class EnvironmentError extends Error {}

const yesNo = makeExactValidator(parseYesNo)
const retryDelays = makeExactValidator(parseRetryDelays)
const rateWindows = makeExactValidator(parseRateWindows)
const ports = makeExactValidator(parsePorts)
const nameServers = makeExactValidator(parseNameServers)
const keyRing = makeExactValidator(openKeyRing)
const postgresUrl = makeExactValidator(parsePostgresUrl)
const httpUrl = makeExactValidator(parseHttpUrl)
const baseUrl = makeExactValidator(parseBaseUrl)
const secretBaseUrl = makeExactValidator(parseSecretBaseUrl)
const trustProxy = makeExactValidator(parseTrustedProxies)
const port = makeExactValidator((text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new RangeError('a port from 0 to 65535 (0: any free port)')
  }
  return Number(text)
})
const wholeNumber = makeExactValidator((text) => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new RangeError('a whole number from 1 to 999999999')
  return Number(text)
})
const address = matching(/^[^\s/]+$/, 'an address like 0.0.0.0, :: or a name of this machine')
const region = matching(/^[\w-]+$/, 'a region like us-east-1')
const bucketName = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'a name of 3 to 63 small letters, digits, dots and hyphens, with a letter or a digit at both ends',
)
const credential = matching(/^[\x21-\x7e]+$/, 'visible ASCII characters without white space')

const logLevel = oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')

function oneOf<const Choice extends string>(...choices: Choice[]) {
  return makeExactValidator((text) => {
    const choice = choices.find((known) => known === text)
    if (!choice)
      throw new RangeError(choices.length > 1 ? `one of ${choices.join(', ')}` : choices.join())
    return choice
  })
}

function matching(pattern: RegExp, what: string) {
  return makeExactValidator((text) => {
    if (!pattern.test(text)) throw new RangeError(what)
    return text
  })
}

function durationWithin(least: string, most: string) {
  return makeExactValidator((text) => parseDurationWithin(text, least, most))
}

/** Every environment variable of the service: what it is, and what it is when it is not given. */
export const variables = {
  DATABASE_URL: postgresUrl({ desc: 'PostgreSQL, version 15 or later' }),
  DATABASE_POOL_SIZE: wholeNumber({
    default: 10,
    desc: 'Database connections of one process, but for one or two',
  }),
  HOST: address({ default: '0.0.0.0', desc: 'Address that is listened on, for metrics too' }),
  PORT: port({ default: 3000, desc: 'Port that the api listens on' }),
  DELIVERY_BASE_URL: secretBaseUrl({
    desc: "Where clients open what was delivered to them: the api's /deliveries, as clients reach it",
  }),
  S3_ENDPOINT: baseUrl({ desc: 'The S3 store, as clients reach it too: they put files there' }),
  S3_REGION: region({ default: 'us-east-1', desc: "The store's region" }),
  S3_BUCKET: bucketName({ desc: 'Bucket that holds the files' }),
  S3_ACCESS_KEY: credential({ desc: "The store's access key" }),
  S3_SECRET_KEY: credential({ desc: "The store's secret key" }),
  S3_UPLOAD_ACCESS_KEY: credential({
    default: undefined,
    desc: 'Access key that signs upload addresses, and may only put below `staging/`; without it the service warns at every start',
  }),
  S3_UPLOAD_SECRET_KEY: credential({ default: undefined, desc: 'Its secret key' }),
  CDN_BASE_URL: baseUrl({
    default: undefined,
    desc: "Where confirmed files are read; by default the bucket's own address",
  }),
  SECRETS_KEY: keyRing({
    desc: '32 bytes in base64 that encrypt secrets at rest; several, newest first, after a comma',
  }),
  LOG_LEVEL: logLevel({ default: 'info', desc: 'Least severe level that is logged' }),
  METRICS_PORT: port({ default: undefined, desc: 'Port of Prometheus metrics; none by default' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl({
    default: undefined,
    desc: 'OpenTelemetry collector that traces are sent to, by OTLP over HTTP; none by default',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl({
    default: undefined,
    desc: 'The same as a whole address: http://collector:4318/v1/traces',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/json')({
    default: 'http/json',
    desc: 'How traces are written for the collector',
  }),
  OTEL_TRACES_EXPORTER: oneOf(
    'otlp',
    'none',
  )({
    default: 'otlp',
    desc: 'Whether traces are sent to the collector that is named',
  }),
  OTEL_SDK_DISABLED: yesNo({ default: false, desc: 'Whether there are no traces in any case' }),
  TRUST_PROXY: trustProxy({
    default: false,
    desc: 'Proxies whose X-Forwarded-For is believed: true, a number of hops, or addresses',
  }),
  RATE_LIMITS: rateWindows({
    default: [...DEFAULT_KEY_WINDOWS],
    desc: 'Calls of one API key, all windows at once',
  }),
  SHUTDOWN_DELAY: durationWithin(
    '0s',
    '1h',
  )({
    default: 2_000,
    desc: 'How long an api told to end serves on, not ready, so that balancers let go of it',
  }),
  WEBHOOK_RETRY_DELAYS: retryDelays({
    default: [...DEFAULT_RETRY_DELAYS_MS],
    desc: 'Waits after each failed try; one more try than these is made in all',
  }),
  // A job's claim lapses after 120 s whatever its dispatcher does, and it may have waited for 60 s.
  WEBHOOK_TIMEOUT: durationWithin(
    '1ms',
    '50s',
  )({
    default: 10_000,
    desc: 'How long a receiver may take',
  }),
  WEBHOOK_SLOTS: wholeNumber({ default: 200, desc: 'Webhooks that one dispatcher posts at once' }),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: yesNo({
    default: false,
    desc: 'Whether receivers may have private, loopback or link-local addresses',
  }),
  WEBHOOK_ALLOW_HTTP: yesNo({ default: false, desc: 'Whether receivers may be plain http' }),
  WEBHOOK_BLOCKED_PORTS: ports({
    default: undefined,
    desc: 'Ports that receivers may not have: a list like `22,25`, or `none`; when it is not given, those of [Ports of receivers](#ports-of-receivers)',
  }),
  WEBHOOK_DNS_SERVERS: nameServers({
    default: undefined,
    desc: "Name servers that alone are asked for receivers: 10.0.0.53,[fd00::53]:5353; by default the system's",
  }),
  WEBHOOK_DISABLE_AFTER: durationWithin(
    '1ms',
    '365d',
  )({
    default: undefined,
    desc: 'A subscription that has only failed for this long is switched off; never by default',
  }),
}

type Variables = typeof variables

/** Those that `openTracing` needs. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  OTEL_EXPORTER_OTLP_PROTOCOL: variables.OTEL_EXPORTER_OTLP_PROTOCOL,
  OTEL_TRACES_EXPORTER: variables.OTEL_TRACES_EXPORTER,
  OTEL_SDK_DISABLED: variables.OTEL_SDK_DISABLED,
}

/**
 * The variables that `specs` asks for, read from `env`.
 *
 * @throws {EnvironmentError} that names every wrong variable and what it should be, in one line, or every
 *   one that has been replaced by another.
 */
export function environment<Specs extends Partial<Variables>>(
  specs: Specs,
  env: NodeJS.ProcessEnv = process.env,
) {
  const replaced = replacedVariables(Object.keys(specs), env)
  if (replaced.length > 0) throw new EnvironmentError(replaced.join('; '))
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
