import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assertPortFree, EngineError, freePort } from '@mediajobs/local-engines'
import { EnvironmentError, environment, variables } from '@mediajobs/runtime'
import type { Secrets, ServiceName } from './data-folder.ts'
import { BUCKET, REGION } from './engines.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type Environment = Record<string, string | undefined>

export interface Addresses {
  apiUrl: string
  mediaUrl: string
  databaseUrl: string
  s3Endpoint: string
  /** The mail catcher, and the page that shows its mails. */
  smtpUrl: string
  mailUrl: string
  /** The payment emulator; null if overridden by the caller. */
  paymentsUrl: string | null
}

/** The cells that `dev` runs. Empty: one installation without a name. */
export type CellAddresses = ReadonlyMap<string, string>

const DEFAULTS = {
  HOST: '127.0.0.1',
  WEBHOOK_ALLOW_HTTP: 'true',
  // There is no load balancer.
  SHUTDOWN_DELAY: '0s',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
}
// Each process has its own ports.
const NOT_SHARED = new Set(['PORT', 'METRICS_PORT'])
const NOT_KNOWN_YET: Addresses = {
  apiUrl: 'http://127.0.0.1',
  mediaUrl: 'http://127.0.0.1',
  databaseUrl: 'postgres://127.0.0.1',
  s3Endpoint: 'http://127.0.0.1',
  smtpUrl: 'smtp://127.0.0.1',
  mailUrl: 'http://127.0.0.1',
  paymentsUrl: null,
}

/**
 * The api's port; 0 for any. Called before anything starts. @throws {EnvironmentError} if a caller's variable is
 * invalid
 */
export function checkedPort(caller: Environment, secrets: Secrets): number {
  return environment(variables, serviceEnvironment(caller, secrets, NOT_KNOWN_YET)).PORT
}

/**
 * The environment of all services. The caller's variables override the defaults, but not the engines' URLs: `dev` must
 * never migrate a database whose DATABASE_URL happens to be set.
 */
export function serviceEnvironment(
  caller: Environment,
  secrets: Secrets,
  { apiUrl, mediaUrl, databaseUrl, s3Endpoint, smtpUrl, paymentsUrl }: Addresses,
): Environment {
  return {
    ...DEFAULTS,
    SECRETS_KEY: secrets.secretsKey,
    DELIVERY_BASE_URL: `${apiUrl}/deliveries`,
    MEDIA_BASE_URL: mediaUrl,
    CDN_BASE_URL: `${s3Endpoint}/${BUCKET}`,
    SMTP_URL: smtpUrl,
    ...(paymentsUrl !== null && { PAYMENTS_API_URL: paymentsUrl }),
    ...caller,
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: s3Endpoint,
    S3_REGION: REGION,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY: secrets.s3AccessKey,
    S3_SECRET_KEY: secrets.s3SecretKey,
    S3_UPLOAD_ACCESS_KEY: secrets.s3UploadAccessKey,
    S3_UPLOAD_SECRET_KEY: secrets.s3UploadSecretKey,
  }
}

/** The cell variables of the processes of cell `name`. */
export function cellEnvironment(name: string | null, urls: CellAddresses): Environment {
  if (name === null) return {}
  return { CELL: name, CELL_URLS: [...urls].map(([cell, url]) => `${cell}=${url}`).join(',') }
}

// An api, a dispatcher and a media process.
const METRICS_PORTS = 3

/**
 * The environment of each service. They share a machine: the first api gets METRICS_PORT, the others the next ports.
 *
 * @param ports `place` is the zero-based index of the cell
 */
export function serviceEnvironments(
  shared: Environment,
  ports: { api: number; media: number; place: number },
): Record<ServiceName, Environment> {
  const metricsPort = Number(shared.METRICS_PORT ?? 0)
  const first = metricsPort + ports.place * METRICS_PORTS
  const metricsAt = (offset: number) =>
    metricsPort === 0 ? {} : { METRICS_PORT: String(first + offset) }
  return {
    api: { ...shared, ...metricsAt(0), PORT: String(ports.api) },
    dispatcher: { ...shared, ...metricsAt(1) },
    media: { ...shared, ...metricsAt(2), PORT: String(ports.media) },
  }
}

/** KEY=value lines for an additional process. An api or a media process also needs a PORT. */
export function environmentFile(shared: Environment): string {
  const names = Object.keys(variables).filter((name) => !NOT_SHARED.has(name))
  const given = names.filter((name) => shared[name] !== undefined)
  return given.map((name) => `${name}=${shared[name]}\n`).join('')
}

// A cell is four processes and 500 MB of memory.
const MAX_DEV_CELLS = 5

/** One installation of the service in `dev`. */
export interface DevCell {
  /** Null for a single, unnamed installation. */
  name: string | null
  database: string
  /** Folder below the data folder. */
  folder: string
  port: number
  apiUrl: string
}

/** The value of `--cells`; null if absent. @throws {EnvironmentError} for invalid arguments */
export function cellCount(args: readonly string[]): number | null {
  try {
    const { cells } = parseArgs({ args: [...args], options: { cells: { type: 'string' } } }).values
    if (cells === undefined) return null
    const count = Number(cells)
    if (Number.isInteger(count) && count >= 1 && count <= MAX_DEV_CELLS) return count
  } catch (error) {
    throw new EnvironmentError(error instanceof Error ? error.message : String(error))
  }
  throw new EnvironmentError(`--cells must be a number from 1 to ${MAX_DEV_CELLS}`)
}

/**
 * The cells `c1`, `c2`… on adjacent ports, each with a separate database; or a single unnamed one.
 *
 * @param port the port of the first api; 0 for any free ones
 * @throws {EngineError} when a port is taken
 */
export async function planCells(count: number | null, port: number): Promise<DevCell[]> {
  const cells: DevCell[] = []
  for (let place = 0; place < (count ?? 1); place += 1) {
    const name = count === null ? null : `c${place + 1}`
    const own = port === 0 ? await freePort() : port + place
    await assertApiPortFree(own)
    cells.push({
      name,
      database: name === null ? 'mediajobs' : `mediajobs_${name}`,
      folder: name === null ? '.' : `cells/${name}`,
      port: own,
      apiUrl: `http://127.0.0.1:${own}`,
    })
  }
  return cells
}

export function addressesOf(cells: readonly DevCell[]): CellAddresses {
  return new Map(cells.flatMap(({ name, apiUrl }) => (name === null ? [] : [[name, apiUrl]])))
}

async function assertApiPortFree(port: number): Promise<void> {
  await assertPortFree(port).catch((error) => {
    if (!(error instanceof EngineError)) throw error
    throw new EngineError(
      'PORT_TAKEN',
      `Port ${port} is taken: end the program that listens there, or set PORT to a free one`,
    )
  })
}
