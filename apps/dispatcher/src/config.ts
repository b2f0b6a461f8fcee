import {
  EnvironmentError,
  environment,
  objectStoreVariables,
  tracingVariables,
  variables,
} from '@mediajobs/runtime'

const WITHOUT_MAIL = {
  DATABASE_URL: variables.DATABASE_URL,
  DATABASE_POOL_SIZE: variables.DATABASE_POOL_SIZE,
  HOST: variables.HOST,
  CELL: variables.CELL,
  ...objectStoreVariables,
  SECRETS_KEY: variables.SECRETS_KEY,
  PAYMENTS_API_URL: variables.PAYMENTS_API_URL,
  LOG_LEVEL: variables.LOG_LEVEL,
  METRICS_PORT: variables.METRICS_PORT,
  ...tracingVariables,
  WEBHOOK_SLOTS: variables.WEBHOOK_SLOTS,
  WEBHOOK_RETRY_DELAYS: variables.WEBHOOK_RETRY_DELAYS,
  WEBHOOK_TIMEOUT: variables.WEBHOOK_TIMEOUT,
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: variables.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
  WEBHOOK_ALLOW_HTTP: variables.WEBHOOK_ALLOW_HTTP,
  WEBHOOK_ALLOWED_NETWORKS: variables.WEBHOOK_ALLOWED_NETWORKS,
  WEBHOOK_BLOCKED_NETWORKS: variables.WEBHOOK_BLOCKED_NETWORKS,
  WEBHOOK_BLOCKED_PORTS: variables.WEBHOOK_BLOCKED_PORTS,
  WEBHOOK_DNS_SERVERS: variables.WEBHOOK_DNS_SERVERS,
  WEBHOOK_PROXY_URL: variables.WEBHOOK_PROXY_URL,
  EVENT_RETENTION_DAYS: variables.EVENT_RETENTION_DAYS,
  WEBHOOK_DISABLE_AFTER: variables.WEBHOOK_DISABLE_AFTER,
}

/** With SMTP_URL, DELIVERY_BASE_URL is required, for links. */
export const VARIABLES = {
  ...WITHOUT_MAIL,
  DELIVERY_BASE_URL: variables.DELIVERY_BASE_URL,
  SMTP_URL: variables.SMTP_URL,
  SMTP_FROM: variables.SMTP_FROM,
}

/** @throws {EnvironmentError} if a variable is missing or invalid */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  if (env.SMTP_URL === undefined) {
    return checked({ ...environment(WITHOUT_MAIL, env), mail: undefined })
  }
  const { SMTP_URL, SMTP_FROM, DELIVERY_BASE_URL, ...config } = environment(VARIABLES, env)
  const mail = SMTP_URL && {
    server: SMTP_URL,
    from: SMTP_FROM ?? `no-reply@${domainOf(DELIVERY_BASE_URL)}`,
    deliveryBaseUrl: DELIVERY_BASE_URL,
  }
  return checked({ ...config, mail })
}

const DAY_MS = 86_400_000

// Events must be kept longer than retries last, because each retry needs its event.
function checked<
  Config extends { EVENT_RETENTION_DAYS: number; WEBHOOK_RETRY_DELAYS: readonly number[] },
>(config: Config): Config {
  const { EVENT_RETENTION_DAYS: days, WEBHOOK_RETRY_DELAYS: delaysMs } = config
  if (delaysMs.reduce((sum, ms) => sum + ms, 0) < days * DAY_MS) return config
  throw new EnvironmentError(
    `EVENT_RETENTION_DAYS: ${days} must exceed the sum of WEBHOOK_RETRY_DELAYS`,
  )
}

/** Mail domain for the host of `baseUrl`, which may be an IP address. */
function domainOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return /[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost'
}
