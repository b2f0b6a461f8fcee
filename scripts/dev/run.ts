import { assertPortFree, EngineError, freePort, startMailCatcher } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import { openDataFolder } from './data-folder.ts'
import { demoOrganization } from './demo-organization.ts'
import { openDevFiles } from './dev-files.ts'
import { startEngines } from './engines.ts'
import {
  checkedPort,
  environmentFile,
  serviceEnvironment,
  serviceEnvironments,
} from './environment.ts'
import { takeLock } from './lock.ts'
import { screen } from './screen.ts'
import { keptSecrets } from './secrets.ts'
import { startServices } from './services.ts'

type Ending = () => Promise<void>

/**
 * Runs the service until `signal` is aborted, then ends everything that it started. Throws EngineError and
 * EnvironmentError, with one line for the person at the terminal.
 */
export async function runService(signal: AbortSignal, say: (line: string) => void): Promise<void> {
  const endings: Ending[] = []
  try {
    await start(signal, say, endings)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    say('Stopping')
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

async function start(
  signal: AbortSignal,
  say: (line: string) => void,
  endings: Ending[],
): Promise<void> {
  const folder = await openDataFolder(process.env.DATA_DIR)
  endings.push(await takeLock(folder))
  const files = await openDevFiles(folder, say)
  const secrets = await keptSecrets(folder)
  const port = await apiPort(checkedPort(process.env, secrets))
  const mediaPort = await freePort()
  const apiUrl = `http://127.0.0.1:${port}`
  const mediaUrl = `http://127.0.0.1:${mediaPort}`

  const engines = await startEngines({ folder, secrets, say, onChange: files.refresh })
  endings.push(engines.stop)
  const { databaseUrl, s3Endpoint } = engines
  await migrate(databaseUrl)

  const catcher = await startMailCatcher()
  endings.push(catcher.stop)
  const { smtpUrl, url: mailUrl } = catcher

  const addresses = { apiUrl, mediaUrl, databaseUrl, s3Endpoint, smtpUrl, mailUrl }
  const shared = {
    // With it, a restart after a save takes two thirds of the processor time.
    NODE_COMPILE_CACHE: folder.path('compiled'),
    ...serviceEnvironment(process.env, secrets, addresses),
  }
  const services = await startServices({
    apiUrl,
    environments: serviceEnvironments(shared, { api: port, media: mediaPort }),
    say,
    onChange: files.refresh,
    signal,
  })
  endings.push(services.stop)

  const demo = await demoOrganization(folder, apiUrl, databaseUrl)
  const { organizationId, accessToken, apiKey } = demo
  const pids = () => ({ ...services.pids(), postgres: engines.postgresPid() })
  const describe = () => ({ ...addresses, organizationId, accessToken, apiKey, pids: pids() })
  endings.push(files.remove)
  await files.publish(describe, environmentFile(shared))
  say(screen(addresses, demo, folder.path('.')))
}

async function apiPort(port: number): Promise<number> {
  if (port === 0) return freePort()
  try {
    await assertPortFree(port)
    return port
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new EngineError(
      'PORT_TAKEN',
      `Port ${port} is taken: end the program that listens there, or set PORT to a free one`,
    )
  }
}
