import {
  EnvironmentError,
  environment,
  objectStoreVariables,
  tracingVariables,
  uploadCredential,
  variables,
} from '@mediajobs/runtime'

/** The environment variables of an api process. */
export const VARIABLES = {
  DATABASE_URL: variables.DATABASE_URL,
  DATABASE_POOL_SIZE: variables.DATABASE_POOL_SIZE,
  HOST: variables.HOST,
  PORT: variables.PORT,
  DELIVERY_BASE_URL: variables.DELIVERY_BASE_URL,
  TOUR_BASE_URL: variables.TOUR_BASE_URL,
  MEDIA_BASE_URL: variables.MEDIA_BASE_URL,
  CELL: variables.CELL,
  CELL_URLS: variables.CELL_URLS,
  ...objectStoreVariables,
  S3_UPLOAD_ACCESS_KEY: variables.S3_UPLOAD_ACCESS_KEY,
  S3_UPLOAD_SECRET_KEY: variables.S3_UPLOAD_SECRET_KEY,
  SECRETS_KEY: variables.SECRETS_KEY,
  PAYMENTS_API_URL: variables.PAYMENTS_API_URL,
  LOG_LEVEL: variables.LOG_LEVEL,
  METRICS_PORT: variables.METRICS_PORT,
  ...tracingVariables,
  SMTP_URL: variables.SMTP_URL,
  TRUST_PROXY: variables.TRUST_PROXY,
  RATE_LIMITS: variables.RATE_LIMITS,
  SHUTDOWN_DELAY: variables.SHUTDOWN_DELAY,
  MCP: variables.MCP,
  PAGES: variables.PAGES,
  REQUEST_LOG_SAMPLE: variables.REQUEST_LOG_SAMPLE,
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: variables.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
  WEBHOOK_ALLOW_HTTP: variables.WEBHOOK_ALLOW_HTTP,
  WEBHOOK_ALLOWED_NETWORKS: variables.WEBHOOK_ALLOWED_NETWORKS,
  WEBHOOK_BLOCKED_NETWORKS: variables.WEBHOOK_BLOCKED_NETWORKS,
  WEBHOOK_BLOCKED_PORTS: variables.WEBHOOK_BLOCKED_PORTS,
}

/** @throws {EnvironmentError} with one line, if a variable is missing or invalid */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = environment(VARIABLES, env)
  // Throws if only one of its two variables is set.
  uploadCredential(config)
  if (config.METRICS_PORT === config.PORT && config.PORT !== 0) {
    throw new EnvironmentError('METRICS_PORT must differ from PORT')
  }
  return config
}
