import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import {
  EXPORTED_TABLES,
  type ExportSink,
  exportOrganization,
  LEFT_OUT,
} from '@mediajobs/operations/organizations'
import type { Store } from '@mediajobs/outbox'
import { command, Refusal, withStore } from './command.ts'

export const exportData = command({
  help: "Writes all of an organization's data to a file, while the service runs.",
  notes: 'docs/admin.md describes the file, and how another organization imports it.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    output: { kind: 'file', isNeeded: true, help: 'the file to write; must not exist' },
  },
  async run(given) {
    const json = await withStore((store, show) =>
      exportTo(given.text('output'), store, given.text('organization'), show),
    )
    const lines = Object.entries(json.rows).map(([kind, count]) => `${count}  ${kind}`)
    return { json, text: lines.join('\n') }
  },
})

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// Readable only by the user who runs the command.
const MODE = 0o600

async function exportTo(
  file: string,
  store: Store,
  organizationId: string,
  show: (text: string) => void,
): Promise<{ file: string; rows: Record<string, number> }> {
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

/** Names the file as the cause; the default message would name the database. */
function refused(error: Error): never {
  throw new Refusal(`Can't write the file: ${error.message}`)
}

const FORMAT = 'mediajobs-export'
const VERSION = 1

// Lines stay well within a bulk import's 5,000 rows and 16 MiB; no row reaches 8 MiB.
const LINE_ROWS = 1_000
const LINE_BYTES = 4 * 1_048_576

/**
 * Writes an export as JSON lines: a header, then rows of one kind per line, finally the counts, which only a complete
 * file has. A line of customers or projects is a valid bulk import body.
 */
class ExportFile implements ExportSink {
  /** Rows per kind. */
  readonly counts: Record<string, number> = {}
  readonly #write: (text: string) => Promise<void>
  readonly #show: (text: string) => void
  #kind = ''
  #rows: string[] = []
  #bytes = 0

  constructor(write: (text: string) => Promise<void>, show: (text: string) => void) {
    this.#write = write
    this.#show = show
  }

  async begin(head: Parameters<ExportSink['begin']>[0]): Promise<void> {
    const withheld = EXPORTED_TABLES.map(({ kind, withheld }) => [
      kind,
      withheld.filter((field) => field !== 'organizationId'),
    ]).filter(([, fields]) => fields?.length)
    await this.#line({
      kind: 'head',
      format: FORMAT,
      version: VERSION,
      ...head,
      leftOut: Object.keys(LEFT_OUT),
      withheld: Object.fromEntries(withheld),
    })
    for (const { kind } of EXPORTED_TABLES) this.counts[kind] = 0
  }

  async add(kind: string, rows: readonly Record<string, unknown>[]): Promise<void> {
    if (kind !== this.#kind) await this.#flush()
    this.#kind = kind
    for (const row of rows) {
      const text = JSON.stringify(row)
      const bytes = Buffer.byteLength(text) + 1
      if (this.#rows.length === LINE_ROWS || this.#bytes + bytes > LINE_BYTES) await this.#flush()
      this.#rows.push(text)
      this.#bytes += bytes
    }
    this.counts[kind] = (this.counts[kind] ?? 0) + rows.length
    this.#show(`${this.counts[kind]} ${kind} …`)
  }

  async end(): Promise<void> {
    await this.#flush()
    await this.#line({ kind: 'end', rows: this.counts })
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return
    const line = `{"kind":${JSON.stringify(this.#kind)},"rows":[${this.#rows.join(',')}]}\n`
    this.#rows = []
    this.#bytes = 0
    await this.#write(line)
  }

  async #line(value: object): Promise<void> {
    await this.#write(`${JSON.stringify(value)}\n`)
  }
}
