import { environment, variables } from '@mediajobs/runtime'
import { BUCKET } from './engines.ts'
import type { Secrets } from './secrets.ts'

type Environment = Record<string, string | undefined>

export interface Addresses {
  apiUrl: string
  databaseUrl: string
  s3Endpoint: string
}

const DEFAULTS = {
  HOST: '127.0.0.1',
  WEBHOOK_ALLOW_HTTP: 'true',
  // No balancer stands in front of it.
  SHUTDOWN_DELAY: '0s',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
}
// Each process has its own.
const NOT_SHARED = new Set(['PORT', 'METRICS_PORT'])
const NOT_KNOWN_YET: Addresses = {
  apiUrl: 'http://127.0.0.1',
  databaseUrl: 'postgres://127.0.0.1',
  s3Endpoint: 'http://127.0.0.1',
}

/**
 * The port that the api is to have, 0 for any. Throws EnvironmentError, in one line, when one of the
 * caller's variables is wrong: before anything is started.
 */
export function checkedPort(caller: Environment, secrets: Secrets): number {
  return environment(variables, serviceEnvironment(caller, secrets, NOT_KNOWN_YET)).PORT
}

/**
 * What api and dispatcher are to know. The caller's own variables pass through and win, but for the
 * engines: a DATABASE_URL that happens to be set must not have `dev` migrate that database.
 */
export function serviceEnvironment(
  caller: Environment,
  secrets: Secrets,
  { apiUrl, databaseUrl, s3Endpoint }: Addresses,
): Environment {
  return {
    ...DEFAULTS,
    SECRETS_KEY: secrets.secretsKey,
    DELIVERY_BASE_URL: `${apiUrl}/deliveries`,
    CDN_BASE_URL: `${s3Endpoint}/${BUCKET}`,
    ...caller,
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: s3Endpoint,
    S3_REGION: 'us-east-1',
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY: secrets.s3AccessKey,
    S3_SECRET_KEY: secrets.s3SecretKey,
    S3_UPLOAD_ACCESS_KEY: secrets.s3UploadAccessKey,
    S3_UPLOAD_SECRET_KEY: secrets.s3UploadSecretKey,
  }
}

/** The dispatcher is on this machine too: a fixed port of metrics cannot be both's. */
export function dispatcherEnvironment(shared: Environment): Environment {
  const port = Number(shared.METRICS_PORT ?? 0)
  return port === 0 ? shared : { ...shared, METRICS_PORT: String(port + 1) }
}

/** Lines of KEY=value with which one more api (give it a PORT) or dispatcher joins. */
export function environmentFile(shared: Environment): string {
  const names = Object.keys(variables).filter((name) => !NOT_SHARED.has(name))
  const given = names.filter((name) => shared[name] !== undefined)
  return given.map((name) => `${name}=${shared[name]}\n`).join('')
}
