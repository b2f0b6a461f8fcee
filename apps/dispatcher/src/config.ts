import { environment, objectStoreVariables, tracingVariables, variables } from '@mediajobs/runtime'

/** The environment variables of a dispatcher. */
export const VARIABLES = {
  DATABASE_URL: variables.DATABASE_URL,
  DATABASE_POOL_SIZE: variables.DATABASE_POOL_SIZE,
  HOST: variables.HOST,
  ...objectStoreVariables,
  SECRETS_KEY: variables.SECRETS_KEY,
  LOG_LEVEL: variables.LOG_LEVEL,
  METRICS_PORT: variables.METRICS_PORT,
  ...tracingVariables,
  WEBHOOK_SLOTS: variables.WEBHOOK_SLOTS,
  WEBHOOK_RETRY_DELAYS: variables.WEBHOOK_RETRY_DELAYS,
  WEBHOOK_TIMEOUT: variables.WEBHOOK_TIMEOUT,
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: variables.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
  WEBHOOK_ALLOW_HTTP: variables.WEBHOOK_ALLOW_HTTP,
  WEBHOOK_BLOCKED_PORTS: variables.WEBHOOK_BLOCKED_PORTS,
  WEBHOOK_DNS_SERVERS: variables.WEBHOOK_DNS_SERVERS,
  WEBHOOK_DISABLE_AFTER: variables.WEBHOOK_DISABLE_AFTER,
}

/** @throws {EnvironmentError} in one line when a variable is missing or wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  return environment(VARIABLES, env)
}
