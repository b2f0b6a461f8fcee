import { DEFAULT_KEY_WINDOWS, DEFAULT_RETRY_DELAYS_MS, openKeyRing } from '@mediajobs/domain'
import { cleanEnv, EnvMissingError, makeExactValidator } from 'envalid'
import {
  parseBaseUrl,
  parseCell,
  parseCellUrls,
  parseHttpUrl,
  parseMailAddress,
  parsePostgresUrl,
  parseProxyUrl,
  parseSecretBaseUrl,
  parseSecretOrigin,
  parseSmtpUrl,
} from './parse-urls.ts'
import {
  parseDurationWithin,
  parseNameServers,
  parseNetworks,
  parsePorts,
  parseRateWindows,
  parseRetryDelays,
  parseTrustedProxies,
  parseYesNo,
} from './parse-values.ts'

/** Missing or invalid variables, as one line for the operator. */
export class EnvironmentError extends Error {}

const yesNo = makeExactValidator(parseYesNo)
const retryDelays = makeExactValidator(parseRetryDelays)
const rateWindows = makeExactValidator(parseRateWindows)
const ports = makeExactValidator(parsePorts)
const networks = makeExactValidator(parseNetworks)
const proxyUrl = makeExactValidator(parseProxyUrl)
const days = makeExactValidator((text) => {
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > 400) {
    throw new RangeError('a number of days from 1 to 400')
  }
  return Number(text)
})
const nameServers = makeExactValidator(parseNameServers)
const keyRing = makeExactValidator(openKeyRing)
const postgresUrl = makeExactValidator(parsePostgresUrl)
const httpUrl = makeExactValidator(parseHttpUrl)
const baseUrl = makeExactValidator(parseBaseUrl)
const secretBaseUrl = makeExactValidator(parseSecretBaseUrl)
const secretOrigin = makeExactValidator(parseSecretOrigin)
const smtpUrl = makeExactValidator(parseSmtpUrl)
const mailAddress = makeExactValidator(parseMailAddress)
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
const sample = makeExactValidator((text) => {
  if (text === 'off') return text
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text))
    throw new RangeError('a share from 0 to 1, or off')
  return Number(text)
})
const address = matching(
  /^[^\s/]+$/,
  'an address like 0.0.0.0 or ::, or a hostname of this machine',
)
const region = matching(/^[\w-]+$/, 'a region like us-east-1')
const bucketName = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  '3 to 63 lowercase letters, digits, dots and hyphens, beginning and ending with a letter or digit',
)
const credential = matching(
  // Docker's --env-file keeps quotes.
  /^(?!(["']).*\1$)[\x21-\x7e]+$/,
  'visible ASCII characters without whitespace or enclosing quotes',
)

const cell = makeExactValidator(parseCell)
const cellUrls = makeExactValidator(parseCellUrls)

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

/** Every environment variable of the service. */
export const variables = {
  DATABASE_URL: postgresUrl({ desc: 'PostgreSQL, version 15 or later' }),
  MOVE_TARGET_DATABASE_URL: postgresUrl({
    default: undefined,
    desc: "`admin move-organization`: the target cell's database",
  }),
  MOVE_SOURCE_DATABASE_URL: postgresUrl({
    default: undefined,
    desc: "`admin move-organization`: this database, as the other cell's PostgreSQL reaches it, with a role that may replicate. Default: `DATABASE_URL`",
  }),
  MEDIA_DATABASE_URL: postgresUrl({
    default: undefined,
    desc: 'The same database with [the role of media](#a-role-for-media)',
  }),
  DATABASE_POOL_SIZE: wholeNumber({
    default: 10,
    desc: 'Database connections per process, plus one or two',
  }),
  HOST: address({ default: '0.0.0.0', desc: 'Address to listen on, also for metrics' }),
  PORT: port({ default: 3000, desc: 'Port that an api or a media process listens on' }),
  MEDIA_BASE_URL: secretBaseUrl({
    default: undefined,
    desc: 'Base URL of the media processes, as clients reach them. Without it, archives are off',
  }),
  DELIVERY_BASE_URL: secretBaseUrl({
    desc: "The api's /deliveries, as clients reach it",
  }),
  TOUR_BASE_URL: secretOrigin({
    default: undefined,
    desc: 'Origin of [unbranded property pages](#pages). Default: that of DELIVERY_BASE_URL',
  }),
  CELL: cell({
    default: undefined,
    desc: 'Name of this installation among [several](#cells), the same for all its processes',
  }),
  CELL_URLS: cellUrls({
    default: undefined,
    desc: 'Base URLs of the other cells, like `eu1=https://eu1.example.com,us1=https://us1.example.com`. May include this cell',
  }),
  S3_ENDPOINT: baseUrl({
    desc: 'URL of the S3 store, which clients must reach too',
  }),
  S3_REGION: region({ default: 'us-east-1', desc: "The store's region" }),
  S3_BUCKET: bucketName({ desc: 'Bucket that holds the files' }),
  S3_ACCESS_KEY: credential({ desc: "The store's access key" }),
  S3_SECRET_KEY: credential({ desc: "The store's secret key" }),
  S3_UPLOAD_ACCESS_KEY: credential({
    default: undefined,
    desc: 'Access key that signs upload URLs: [it may only put below `staging/`](#the-bucket)',
  }),
  S3_UPLOAD_SECRET_KEY: credential({
    default: undefined,
    desc: 'Secret key of S3_UPLOAD_ACCESS_KEY',
  }),
  CDN_BASE_URL: baseUrl({
    default: undefined,
    desc: "Base URL for reading confirmed files; by default the bucket's URL",
  }),
  SECRETS_KEY: keyRing({
    desc: '[Keys](#secrets) that encrypt secrets at rest, newest first',
  }),
  SMTP_URL: smtpUrl({
    default: undefined,
    desc: '[Mail server](#mail): `smtps://` with TLS, or `smtp://` with STARTTLS. Without it the service sends no mail',
  }),
  SMTP_FROM: mailAddress({
    default: undefined,
    desc: 'Sender address of mails; by default `no-reply@` and the host of DELIVERY_BASE_URL',
  }),
  PAYMENTS_API_URL: secretOrigin({
    default: undefined,
    desc: "Address of an emulator of the payment provider; by default Stripe's",
  }),
  LOG_LEVEL: logLevel({ default: 'info', desc: 'Minimum level logged' }),
  METRICS_PORT: port({ default: undefined, desc: 'Port of Prometheus metrics; none by default' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl({
    default: undefined,
    desc: 'OpenTelemetry collector for traces, by OTLP over HTTP; none by default',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl({
    default: undefined,
    desc: 'The same, as a full URL: http://collector:4318/v1/traces',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/json')({
    default: 'http/json',
    desc: 'Protocol and encoding of the traces',
  }),
  OTEL_TRACES_EXPORTER: oneOf(
    'otlp',
    'none',
  )({
    default: 'otlp',
    desc: 'Whether traces are exported',
  }),
  OTEL_SDK_DISABLED: yesNo({ default: false, desc: 'Turns tracing off' }),
  TRUST_PROXY: trustProxy({
    default: false,
    desc: 'Proxies whose X-Forwarded-For is trusted: true, a number of hops, or addresses',
  }),
  RATE_LIMITS: rateWindows({
    default: [...DEFAULT_KEY_WINDOWS],
    desc: 'Calls allowed per API key; every window applies',
  }),
  SHUTDOWN_DELAY: durationWithin(
    '0s',
    '1h',
  )({
    default: 2_000,
    desc: 'How long an api or media process keeps serving after a stop signal, while not ready',
  }),
  WEBHOOK_RETRY_DELAYS: retryDelays({
    default: [...DEFAULT_RETRY_DELAYS_MS],
    desc: 'Delays after failed attempts. One more attempt than delays',
  }),
  // A fetched job expires after 120 s and may have waited for 60 s.
  WEBHOOK_TIMEOUT: durationWithin(
    '1ms',
    '50s',
  )({
    default: 10_000,
    desc: 'Time limit of an attempt',
  }),
  WEBHOOK_SLOTS: wholeNumber({ default: 200, desc: 'Webhooks a dispatcher posts concurrently' }),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: yesNo({
    default: false,
    desc: 'Whether receivers may have private, loopback or link-local addresses',
  }),
  MCP: yesNo({ default: true, desc: 'Whether the api serves agents at `/mcp`' }),
  PAGES: yesNo({ default: true, desc: 'Whether the api serves HTML pages besides JSON' }),
  REQUEST_LOG_SAMPLE: sample({
    default: 0.1,
    desc: 'Share of successful calls in the request log. `off`: no log and no call counts',
  }),
  WEBHOOK_ALLOW_HTTP: yesNo({ default: false, desc: 'Whether receivers may have http:// URLs' }),
  WEBHOOK_BLOCKED_PORTS: ports({
    default: undefined,
    desc: '[Ports](#ports-of-receivers) that receivers may not use: a list like `22,25`, or `none`',
  }),
  WEBHOOK_ALLOWED_NETWORKS: networks({
    default: undefined,
    desc: 'Non-public networks that receivers may be in, like `10.20.0.0/16,fd00::/8`',
  }),
  WEBHOOK_BLOCKED_NETWORKS: networks({
    default: undefined,
    desc: 'Networks that receivers may never be in. Overrides allowed networks',
  }),
  WEBHOOK_PROXY_URL: proxyUrl({
    default: undefined,
    desc: 'HTTP proxy for all webhooks, like `http://user:password@10.0.0.9:3128`. CONNECT names the checked address',
  }),
  EVENT_RETENTION_DAYS: days({
    default: 30,
    desc: 'Days for which [the log](#retention) is kept: 1 to 400',
  }),
  WEBHOOK_DNS_SERVERS: nameServers({
    default: undefined,
    desc: "Name servers for receivers' addresses, like 10.0.0.53,[fd00::53]:5353; by default the system's",
  }),
  WEBHOOK_DISABLE_AFTER: durationWithin(
    '1ms',
    '365d',
  )({
    default: undefined,
    desc: 'Disables [a subscription](#a-webhook-that-was-switched-off) that has only failed for this long; never by default',
  }),
}

type Variables = typeof variables

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  OTEL_EXPORTER_OTLP_PROTOCOL: variables.OTEL_EXPORTER_OTLP_PROTOCOL,
  OTEL_TRACES_EXPORTER: variables.OTEL_TRACES_EXPORTER,
  OTEL_SDK_DISABLED: variables.OTEL_SDK_DISABLED,
}

/** Parses the variables of `specs` from `env`. @throws {EnvironmentError} that names every invalid variable */
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
  if (error instanceof EnvMissingError) return `${name} is required`
  return `${name}: ${error.message}`
}
