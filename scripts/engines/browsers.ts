// Browsers besides Chromium, driven by W3C WebDriver.
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { endProcess, freePort, spawnTied } from '@mediajobs/local-engines'
import { type Engine, findProgram, startServer } from './programs.ts'

const DISPLAY_LIMIT_MS = 30_000

interface Browser {
  driver: string
  args: (port: number) => readonly string[]
  env: Record<string, string>
  /** Download folder. */
  downloads: string
  capabilities: object
  folder: string
}

/** WebKitGTK's MiniBrowser on a virtual display. @throws {MissingEngine} */
export async function startWebKit(folder: string): Promise<Engine> {
  const howToGet = 'On Debian run apt-get install webkit2gtk-driver xvfb'
  const driver = findProgram('WebKitWebDriver', howToGet)
  const display = await startDisplay(findProgram('Xvfb', howToGet))
  try {
    const downloads = join(folder, 'home')
    await mkdir(downloads)
    const started = await startBrowser({
      driver,
      args: (port) => [`--port=${port}`],
      // Without a download folder, it saves to the home folder.
      env: { DISPLAY: display.name, HOME: downloads },
      downloads,
      capabilities: { browserName: 'MiniBrowser' },
      folder,
    })
    const end = () => started.end().finally(display.end)
    return { ...started, end }
  } catch (error) {
    await display.end()
    throw error
  }
}

/** Headless Firefox ESR. @throws {MissingEngine} */
export async function startFirefox(folder: string): Promise<Engine> {
  const binary = findProgram('firefox-esr', 'On Debian run apt-get install firefox-esr')
  const driver = findProgram('geckodriver', 'Run cargo install --locked geckodriver')
  const downloads = join(folder, 'downloads')
  const home = join(folder, 'home')
  for (const each of [downloads, home]) await mkdir(each)
  const prefs = { 'browser.download.folderList': 2, 'browser.download.dir': downloads }
  return startBrowser({
    driver,
    args: (port) => [`--port=${port}`],
    env: { HOME: home },
    downloads,
    capabilities: {
      browserName: 'firefox',
      'moz:firefoxOptions': { binary, args: ['-headless'], prefs },
    },
    folder,
  })
}

async function startBrowser({ driver, args, env, downloads, capabilities, folder }: Browser) {
  const port = await freePort()
  const { end } = await startServer({
    program: driver,
    args: args(port),
    port,
    log: join(folder, 'webdriver.log'),
    endSignal: 'SIGTERM',
    env,
  })
  const url = `http://127.0.0.1:${port}`
  try {
    const version = await versionOf(url, capabilities)
    const environment = {
      TEST_WEBDRIVER_URL: url,
      TEST_WEBDRIVER_CAPABILITIES: JSON.stringify(capabilities),
      TEST_WEBDRIVER_DOWNLOADS: downloads,
    }
    return { version, environment, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** The version reported by the browser in a session. */
async function versionOf(url: string, alwaysMatch: object): Promise<string> {
  const body = JSON.stringify({ capabilities: { alwaysMatch } })
  // geckodriver requires this type.
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/session`, { method: 'POST', headers, body })
  const { value } = (await response.json()) as { value: Record<string, unknown> }
  if (!response.ok) throw new Error(String(value.message))
  await fetch(`${url}/session/${value.sessionId}`, { method: 'DELETE' })
  const { browserName, browserVersion } = value.capabilities as Record<string, string>
  return `${browserName} ${browserVersion}`
}

/** A virtual display. Xvfb chooses its number, and prints it when ready. */
async function startDisplay(program: string): Promise<{ name: string; end(): Promise<void> }> {
  const child = spawnTied(
    program,
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { endSignal: 'SIGTERM', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const end = () => endProcess(child, 'SIGTERM')
  try {
    const signal = AbortSignal.timeout(DISPLAY_LIMIT_MS)
    const [number] = await once(child.stdio[3] as Readable, 'data', { signal })
    return { name: `:${String(number).trim()}`, end }
  } catch (error) {
    await end()
    throw error
  }
}
