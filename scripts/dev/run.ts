import { freePort, type Payments, startMailCatcher, startPayments } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import {
  type DataFolder,
  type DevFiles,
  keptSecrets,
  openDataFolder,
  openDevFiles,
  type Secrets,
  takeLock,
} from './data-folder.ts'
import { addPaymentAccount, connectPayments, demoOrganization } from './demo-organization.ts'
import { startEngines } from './engines.ts'
import {
  addressesOf,
  type CellAddresses,
  cellCount,
  cellEnvironment,
  checkedPort,
  type DevCell,
  type Environment,
  environmentFile,
  planCells,
  serviceEnvironment,
  serviceEnvironments,
} from './environment.ts'
import { cellsScreen, type StartedCell, screen } from './screen.ts'
import { startServices } from './services.ts'

export interface RunOptions {
  /** Command-line arguments: `--cells 2`. */
  args: readonly string[]
  signal: AbortSignal
  say(line: string): void
}

/**
 * Runs the service until `signal` aborts, then ends everything it started. @throws {EngineError} {EnvironmentError}
 * with one line for the terminal
 */
export async function runService(options: RunOptions): Promise<void> {
  const { signal, say } = options
  await using endings = new AsyncDisposableStack()
  try {
    await start(options, endings)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    say('Stopping')
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function start(
  { args, signal, say }: RunOptions,
  endings: AsyncDisposableStack,
): Promise<void> {
  const count = cellCount(args)
  const folder = await openDataFolder(process.env.DATA_DIR)
  endings.defer(await takeLock(folder))
  const secrets = await keptSecrets(folder)
  const cells: OpenCell[] = []
  for (const cell of await planCells(count, checkedPort(process.env, secrets))) {
    const own = await openDataFolder(folder.path(cell.folder))
    cells.push({ ...cell, own, files: await openDevFiles(own, say) })
  }
  const onChange = () => {
    for (const { files } of cells) files.refresh()
  }
  const engines = await startEngines({ folder, secrets, cells: cells.length, say, onChange })
  endings.defer(engines.stop)
  const catcher = await startMailCatcher()
  endings.defer(catcher.stop)
  const payments = process.env.PAYMENTS_API_URL ? null : await startPayments()
  if (payments) endings.defer(payments.stop)
  const around = {
    ...engines,
    smtpUrl: catcher.smtpUrl,
    mailUrl: catcher.url,
    payments,
    secrets,
    urls: addressesOf(cells),
    compileCache: folder.path('compiled'),
    say,
    signal,
  }
  const started: StartedCell[] = []
  for (const [place, cell] of cells.entries()) {
    started.push(await startCell(cell, place, around, endings))
  }
  const [only] = started
  if (count === null && only) say(screen(only.addresses, only.demo, folder.path('.')))
  else say(cellsScreen(started, folder.path('.')))
}

interface OpenCell extends DevCell {
  own: DataFolder
  files: DevFiles
}

/** Shared by all cells of `dev`: engines, secrets, mail catcher and payment emulator. */
interface Surroundings extends Awaited<ReturnType<typeof startEngines>> {
  smtpUrl: string
  mailUrl: string
  payments: Payments | null
  secrets: Secrets
  urls: CellAddresses
  /** Cache of compiled code. */
  compileCache: string
  say(line: string): void
  signal: AbortSignal
}

/**
 * Migrates a cell's database, starts its processes and creates its demo organization. Adds their cleanup to `endings`.
 *
 * @param place its zero-based index
 */
async function startCell(
  { name, apiUrl, port, database, own, files }: OpenCell,
  place: number,
  around: Surroundings,
  endings: AsyncDisposableStack,
): Promise<StartedCell> {
  const { s3Endpoint, smtpUrl, mailUrl, payments, signal } = around
  const paymentsUrl = payments?.url ?? null
  const mediaPort = await freePort()
  const databaseUrl = await around.database(database)
  await migrate(databaseUrl)
  const mediaUrl = `http://127.0.0.1:${mediaPort}`
  const addresses = { apiUrl, mediaUrl, databaseUrl, s3Endpoint, smtpUrl, mailUrl, paymentsUrl }
  const shared: Environment = {
    // Saves a third of the CPU time of a restart.
    NODE_COMPILE_CACHE: around.compileCache,
    ...serviceEnvironment(process.env, around.secrets, addresses),
    ...cellEnvironment(name, around.urls),
  }
  const account = payments && addPaymentAccount(payments, around.secrets, place)
  const services = await startServices({
    apiUrl,
    environments: serviceEnvironments(shared, { api: port, media: mediaPort, place }),
    say: name === null ? around.say : (line) => around.say(`${name} ${line}`),
    onChange: files.refresh,
    signal,
  })
  endings.defer(services.stop)
  const demo = await demoOrganization(own, apiUrl, { databaseUrl, cell: shared.CELL })
  const { organizationId, accessToken, apiKey } = demo
  if (payments && account) await connectPayments(payments, account, around.secrets, apiUrl, demo)
  const pids = () => ({ ...services.pids(), postgres: around.postgresPid() })
  const describe = () => ({ ...addresses, organizationId, accessToken, apiKey, pids: pids() })
  endings.defer(files.remove)
  await files.publish(describe, environmentFile(shared))
  return { name, addresses, demo, dataFolder: own.path('.') }
}
