import {
  EnvironmentError,
  environment,
  objectStoreVariables,
  tracingVariables,
  variables,
} from '@mediajobs/runtime'

export const VARIABLES = {
  DATABASE_URL: variables.DATABASE_URL,
  DATABASE_POOL_SIZE: variables.DATABASE_POOL_SIZE,
  HOST: variables.HOST,
  PORT: variables.PORT,
  CELL: variables.CELL,
  CELL_URLS: variables.CELL_URLS,
  ...objectStoreVariables,
  LOG_LEVEL: variables.LOG_LEVEL,
  METRICS_PORT: variables.METRICS_PORT,
  ...tracingVariables,
  TRUST_PROXY: variables.TRUST_PROXY,
  SHUTDOWN_DELAY: variables.SHUTDOWN_DELAY,
}

/** @throws {EnvironmentError} if a variable is missing or invalid */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = environment(VARIABLES, env)
  if (config.METRICS_PORT === config.PORT && config.PORT !== 0) {
    throw new EnvironmentError('METRICS_PORT must differ from PORT')
  }
  return config
}
