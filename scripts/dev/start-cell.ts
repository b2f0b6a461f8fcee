import { freePort } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import type { DevCell } from './cells.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { demoOrganization, type SignedIn } from './demo-organization.ts'
import { type DevFiles, openDevFiles } from './dev-files.ts'
import {
  type Addresses,
  type CellAddresses,
  cellEnvironment,
  type Environment,
  environmentFile,
  serviceEnvironment,
  serviceEnvironments,
} from './environment.ts'
import type { Secrets } from './secrets.ts'
import { startServices } from './services.ts'

/** What all cells of `dev` have in common: the engines, the secrets, the mail catcher. */
export interface Surroundings extends Pick<Addresses, 's3Endpoint' | 'smtpUrl' | 'mailUrl'> {
  secrets: Secrets
  /** The URL of each cell, by its name. */
  urls: CellAddresses
  /** The database of a cell. @returns its URL */
  database(name: string): Promise<string>
  postgresPid(): number
  /** Where compiled code is kept. */
  compileCache: string
  say(line: string): void
  signal: AbortSignal
}

/** A cell that runs. */
export interface StartedCell {
  name: string | null
  addresses: Addresses
  demo: SignedIn
  dataFolder: string
}

/** The files of a cell. Those of a run that was killed are removed. */
export async function openCellFiles(
  { folder: name }: DevCell,
  folder: DataFolder,
  say: (line: string) => void,
): Promise<{ folder: DataFolder; files: DevFiles }> {
  const own = await openDataFolder(folder.path(name))
  return { folder: own, files: await openDevFiles(own, say) }
}

/**
 * Migrates the database of a cell, starts its processes and makes its demo organization. What ends it is added to
 * `endings`.
 *
 * @param place its number, from 0
 */
export async function startCell(
  cell: DevCell & { place: number; own: Awaited<ReturnType<typeof openCellFiles>> },
  around: Surroundings,
  endings: (() => Promise<void>)[],
): Promise<StartedCell> {
  const { name, apiUrl, own, place } = cell
  const { s3Endpoint, smtpUrl, mailUrl, signal } = around
  const mediaPort = await freePort()
  const databaseUrl = await around.database(cell.database)
  await migrate(databaseUrl)
  const mediaUrl = `http://127.0.0.1:${mediaPort}`
  const addresses = { apiUrl, mediaUrl, databaseUrl, s3Endpoint, smtpUrl, mailUrl }
  const shared: Environment = {
    // With it, a restart after a save takes two thirds of the processor time.
    NODE_COMPILE_CACHE: around.compileCache,
    ...serviceEnvironment(process.env, around.secrets, addresses),
    ...cellEnvironment(name, around.urls),
  }
  const services = await startServices({
    apiUrl,
    environments: serviceEnvironments(shared, { api: cell.port, media: mediaPort, place }),
    say: name === null ? around.say : (line) => around.say(`${name} ${line}`),
    onChange: own.files.refresh,
    signal,
  })
  endings.push(services.stop)
  const demo = await demoOrganization(own.folder, apiUrl, { databaseUrl, cell: shared.CELL })
  const { organizationId, accessToken, apiKey } = demo
  const pids = () => ({ ...services.pids(), postgres: around.postgresPid() })
  const describe = () => ({ ...addresses, organizationId, accessToken, apiKey, pids: pids() })
  endings.push(own.files.remove)
  await own.files.publish(describe, environmentFile(shared))
  return { name, addresses, demo, dataFolder: own.folder.path('.') }
}
