import { EXPORTED_TABLES, type ExportSink, LEFT_OUT } from '@mediajobs/operations/organizations'

const FORMAT = 'mediajobs-export'
const VERSION = 1

// A line fits well into one bulk import, which may have 5,000 rows and 16 MiB. No row has 8 MiB.
const LINE_ROWS = 1_000
const LINE_BYTES = 4 * 1_048_576

/**
 * The lines of an export. Each is a JSON object: first a head, then lines with rows of one kind, at last the
 * counts. Only a complete file has the counts. A line of customers or projects is the body of a bulk import.
 */
export class ExportFile implements ExportSink {
  /** The number of rows of each kind. */
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
