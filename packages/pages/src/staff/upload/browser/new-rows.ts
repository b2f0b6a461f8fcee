import type { Format } from '../../../format.ts'
import type { Settings } from '../settings.ts'
import { TEXTS } from '../texts.ts'
import { contentTypeOf, isOfSystem, mediaTypeOf, refusalOf, warningsOf } from './kind.ts'
import type { Medium, Row } from './row.ts'

/** What a new row is compared with. */
interface Known {
  rows: readonly Row[]
  media: readonly Medium[]
  settings: Settings
  format: Format
}

/** Makes rows of files that were chosen, without files of systems and those that are in the list already. */
export async function rowsOf(
  files: readonly File[],
  known: Known,
): Promise<{ added: Row[]; leftOut: string[] }> {
  const listed = new Set(known.rows.map(({ name, file }) => sameAs(name, file.size)))
  const here = byNameAndSize(known.media)
  const names = new Set(known.media.map(({ filename }) => filename))
  const added: Row[] = []
  for (const file of files) {
    const row = newRow(file)
    const same = sameAs(row.name, file.size)
    if (isOfSystem(file) || listed.has(same)) continue
    listed.add(same)
    added.push(row)
    await judge(row, here.get(same), known)
    if (row.state === 'ready' && names.has(row.name)) row.warnings.push(TEXTS.warnings.otherSize)
  }
  return { added, leftOut: files.filter(isOfSystem).map(({ name }) => name) }
}

function newRow(file: File): Row {
  const name = file.name.normalize()
  const contentType = contentTypeOf(file)
  return {
    file,
    name,
    contentType,
    type: mediaTypeOf(name, contentType),
    state: 'ready',
    sent: 0,
    reason: '',
    warnings: [],
    upload: undefined,
    sentAt: 0,
    mediaId: undefined,
    isWanted: false,
    pair: undefined,
    abort: undefined,
  }
}

/** Whether a file is here already, can't be sent, or needs a warning: before any of it is sent. */
async function judge(row: Row, found: Medium | undefined, { settings, format }: Known) {
  const { file, contentType } = row
  row.mediaId = found?.id
  row.reason = found ? '' : refusalOf(file, settings, format)
  row.state = found ? 'here' : row.reason ? 'refused' : 'ready'
  row.warnings = await warningsOf(file, contentType, settings, format)
}

export function byNameAndSize(media: readonly Medium[]): ReadonlyMap<string, Medium> {
  return new Map(media.map((each) => [sameAs(each.filename, each.size), each]))
}

/** docs/contract.md#c12-upload: a file is known by its name and size. */
export function sameAs(name: string, size: number): string {
  return `${size} ${name}`
}
