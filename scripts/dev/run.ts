import { freePort, startMailCatcher } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import { addressesOf, cellCount, type DevCell, planCells } from './cells.ts'
import {
  type DataFolder,
  type DevFiles,
  keptSecrets,
  openDataFolder,
  openDevFiles,
  type Secrets,
  takeLock,
} from './data-folder.ts'
import { demoOrganization } from './demo-organization.ts'
import { startEngines } from './engines.ts'
import {
  type Addresses,
  type CellAddresses,
  cellEnvironment,
  checkedPort,
  type Environment,
  environmentFile,
  serviceEnvironment,
  serviceEnvironments,
} from './environment.ts'
import { cellsScreen, type StartedCell, screen } from './screen.ts'
import { startServices } from './services.ts'

type Ending = () => Promise<void>

export interface RunOptions {
  /** The arguments of the command: `--cells 2`. */
  args: readonly string[]
  signal: AbortSignal
  say(line: string): void
}

/**
 * Runs the service until `signal` is aborted, then ends everything that it started. Throws EngineError and
 * EnvironmentError, with one line for the person at the terminal.
 */
export async function runService(options: RunOptions): Promise<void> {
  const { signal, say } = options
  const endings: Ending[] = []
  try {
    await start(options, endings)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    say('Stopping')
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

async function start({ args, signal, say }: RunOptions, endings: Ending[]): Promise<void> {
  const count = cellCount(args)
  const folder = await openDataFolder(process.env.DATA_DIR)
  endings.push(await takeLock(folder))
  const secrets = await keptSecrets(folder)
  const cells = await planCells(count, checkedPort(process.env, secrets))
  const opened: Awaited<ReturnType<typeof openCellFiles>>[] = []
  for (const cell of cells) opened.push(await openCellFiles(cell, folder, say))
  const refresh = () => {
    for (const { files } of opened) files.refresh()
  }

  const engines = await startEngines({
    folder,
    secrets,
    cells: cells.length,
    say,
    onChange: refresh,
  })
  endings.push(engines.stop)
  const catcher = await startMailCatcher()
  endings.push(catcher.stop)
  const around = {
    ...engines,
    smtpUrl: catcher.smtpUrl,
    mailUrl: catcher.url,
    secrets,
    urls: addressesOf(cells),
    compileCache: folder.path('compiled'),
    say,
    signal,
  }
  const started: StartedCell[] = []
  for (const [place, cell] of cells.entries()) {
    const own = opened[place]
    if (own) started.push(await startCell({ ...cell, place, own }, around, endings))
  }
  const [only] = started
  if (count === null && only) say(screen(only.addresses, only.demo, folder.path('.')))
  else say(cellsScreen(started, folder.path('.')))
}

/** What all cells of `dev` have in common: the engines, the secrets, the mail catcher. */
interface Surroundings extends Pick<Addresses, 's3Endpoint' | 'smtpUrl' | 'mailUrl'> {
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

/** The files of a cell. Those of a run that was killed are removed. */
async function openCellFiles(
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
async function startCell(
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
