/** Calls `add` with what a person chooses, drops or takes from the camera roll; sorted by name. */
export function offerChoosing(add: (files: File[]) => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.chooser input')) {
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      // The same file can be chosen again.
      input.value = ''
      add(sorted(files))
    })
  }
  const zone = document.getElementById('drop')
  const mark = (isOver: boolean) => zone?.classList.toggle('over', isOver)
  // Anywhere on the page: a browser would open a file that misses the zone, and leave the page.
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

/** Text can be dragged too, into a note. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** The entries must be asked for before the event ends. */
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
    // A reader gives 100 at a time.
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (part.length === 0) break
    found.push(...part)
  }
  return (await Promise.all(found.map(filesOf))).flat()
}

/** By name, with 2 before 10: systems hand over files in the order of their clicks. */
function sorted(files: readonly File[]): File[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return [...files].sort((a, b) => compare(a.name, b.name))
}
