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
  /** By what they are. */
  rows: Record<string, number>
}

export const exportData = command({
  help: 'Writes all data of an organization into a file, beside the running service.',
  notes: 'What is in it, and how another organization imports it: docs/admin.md.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'whose data' },
    output: { kind: 'file', isNeeded: true, help: 'the file to make; it must not be there' },
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
// Whoever runs the command, and nobody else.
const MODE = 0o600

async function exportTo(
  file: string,
  store: Store,
  organizationId: string,
  show: (text: string) => void,
): Promise<Exported> {
  if (existsSync(file)) throw new Refusal(`${file} is there already.`)
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

/** A file that cannot be written is no fault of the database. */
function refused(error: Error): never {
  throw new Refusal(`The file cannot be written: ${error.message}`)
}
