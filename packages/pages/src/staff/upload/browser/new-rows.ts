import { TEXTS } from '../texts.ts'
import {
  contentTypeOf,
  isSystemFile,
  type Medium,
  mediaTypeOf,
  type Row,
  refusalOf,
  type Upload,
  warningsOf,
} from './row.ts'

/** Creates rows for chosen files, skipping system files and those already listed. */
export async function rowsOf(
  files: readonly File[],
  upload: Upload,
  media: readonly Medium[],
): Promise<{ added: Row[]; leftOut: string[] }> {
  const listed = new Set(upload.rows.map(({ name, file }) => fileKey(name, file.size)))
  const here = byNameAndSize(media)
  const names = new Set(media.map(({ filename }) => filename))
  const added: Row[] = []
  for (const file of files) {
    const row = newRow(file)
    const same = fileKey(row.name, file.size)
    if (isSystemFile(file) || listed.has(same)) continue
    listed.add(same)
    added.push(row)
    await check(row, here.get(same), upload)
    if (row.state === 'ready' && names.has(row.name)) row.warnings.push(TEXTS.warnings.otherSize)
  }
  return { added, leftOut: files.filter(isSystemFile).map(({ name }) => name) }
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

/** Checks a file before uploading: already there, not allowed, or worth a warning. */
async function check(row: Row, found: Medium | undefined, { settings, format }: Upload) {
  const { file, contentType } = row
  row.mediaId = found?.id
  row.reason = found ? '' : refusalOf(file, settings, format)
  row.state = found ? 'here' : row.reason ? 'refused' : 'ready'
  row.warnings = await warningsOf(file, contentType, settings, format)
}

export function byNameAndSize(media: readonly Medium[]): ReadonlyMap<string, Medium> {
  return new Map(media.map((each) => [fileKey(each.filename, each.size), each]))
}

/** docs/contract.md#c12-upload: files are identified by name and size. */
export function fileKey(name: string, size: number): string {
  return `${size} ${name}`
}

/** Calls `add` with chosen or dropped files, sorted by name. */
export function onFilesChosen(add: (files: File[]) => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.chooser input')) {
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      // Lets the same file be chosen again.
      input.value = ''
      add(sorted(files))
    })
  }
  const zone = document.getElementById('drop')
  const mark = (isOver: boolean) => zone?.classList.toggle('over', isOver)
  // Anywhere on the page: browsers navigate to a file dropped outside the zone.
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(true)
  })
  addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false))
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(false)
    if (event.dataTransfer) void dropped(event.dataTransfer).then((files) => add(sorted(files)))
  })
}

/** Whether files are dragged, rather than text, which may be meant for a note. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** The dropped files, including those in folders. Entries must be read before the event ends. */
async function dropped({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...files]
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry instanceof FileSystemFileEntry) {
    return new Promise<File[]>((resolve) =>
      entry.file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    )
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    // A reader returns at most 100 at a time.
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (part.length === 0) break
    found.push(...part)
  }
  return (await Promise.all(found.map(filesOf))).flat()
}

/** Sorted by name, with 2 before 10: systems list files in click order. */
function sorted(files: readonly File[]): File[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return [...files].sort((a, b) => compare(a.name, b.name))
}
