import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { exportOrganization } from '@mediajobs/operations/organizations'
import type { Store } from '@mediajobs/outbox'
import { command, print, printJson, Refusal } from './command.ts'
import { ExportFile } from './export-file.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

interface Exported {
  file: string
  /** The number of rows of each kind. */
  rows: Record<string, number>
}

export const exportData = command({
  help: 'Writes all data of an organization into a file, while the service runs.',
  notes: 'docs/admin.md describes the file, and how another organization imports it.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    output: { kind: 'file', isNeeded: true, help: 'the file to write; it must not exist' },
  },
  async run(given) {
    const exported = await withProgress((show) =>
      withStore((store) => exportTo(given.text('output'), store, given.text('organization'), show)),
    )
    if (given.has('json')) printJson(exported)
    else for (const [kind, count] of Object.entries(exported.rows)) print(`${count}  ${kind}`)
    return true
  },
})

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// Only the user who runs the command can read the file.
const MODE = 0o600

async function exportTo(
  file: string,
  store: Store,
  organizationId: string,
  show: (text: string) => void,
): Promise<Exported> {
  if (existsSync(file)) throw new Refusal(`${file} exists already.`)
  const partial = `${file}.${process.pid}.partial`
  const handle = await open(partial, 'wx', MODE).catch(refused)
  const discard = () => rmSync(partial, { force: true })
  const interrupted = () => {
    discard()
    process.exit(1)
  }
  for (const signal of INTERRUPTIONS) process.once(signal, interrupted)
  try {
    const rows = await written(handle, store, organizationId, show)
    await rename(partial, file).catch(refused)
    return { file, rows }
  } catch (error) {
    discard()
    throw error
  } finally {
    for (const signal of INTERRUPTIONS) process.off(signal, interrupted)
  }
}

async function written(
  handle: FileHandle,
  store: Store,
  organizationId: string,
  show: (text: string) => void,
): Promise<Record<string, number>> {
  try {
    const file = new ExportFile((text) => handle.writeFile(text).catch(refused), show)
    await exportOrganization(store.database, organizationId, file)
    await file.end()
    await handle.sync().catch(refused)
    return file.counts
  } finally {
    await handle.close()
  }
}

/** Without it, the message would name the database as the cause. */
function refused(error: Error): never {
  throw new Refusal(`The file cannot be written: ${error.message}`)
}
