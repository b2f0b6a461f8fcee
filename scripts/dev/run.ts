import { startMailCatcher } from '@mediajobs/local-engines'
import { addressesOf, cellCount, planCells } from './cells.ts'
import { openDataFolder } from './data-folder.ts'
import { startEngines } from './engines.ts'
import { checkedPort } from './environment.ts'
import { takeLock } from './lock.ts'
import { cellsScreen, screen } from './screen.ts'
import { keptSecrets } from './secrets.ts'
import { openCellFiles, type StartedCell, startCell } from './start-cell.ts'

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
