import { call } from '../../browser/call.ts'

/** A checked file, kept for the import form in `sessionStorage`. */
interface Kept {
  name: string
  text: string
  /** The import's page; `null` until known. */
  page: string | null
}

const KEY = 'import-file'

/** Accepts dropped files, and keeps each submitted file. */
function keepFiles(): void {
  for (const field of document.querySelectorAll<HTMLElement>('.drop')) {
    const input = field.querySelector('input')
    const form = field.closest('form')
    if (!input || !form) continue
    acceptDrops(field, input)
    input.addEventListener('change', () => say(field, ''))
    if (form.action.endsWith('/refused')) continue
    let isKept = false
    form.addEventListener('submit', async (event) => {
      const file = input.files?.[0]
      if (isKept || !file) return
      event.preventDefault()
      isKept = true
      const { submitter } = event
      await keep(file)
      form.requestSubmit(submitter)
      isKept = false
    })
  }
}

/** Fills this page's forms with the submitted file, so it is chosen only once. */
function fillFiles(): void {
  const kept = read()
  if (!kept) return
  const isNew = new URLSearchParams(location.search).has('new')
  if (kept.page === null && isNew) save({ ...kept, page: location.pathname })
  else if (kept.page !== location.pathname) return
  const files = new DataTransfer()
  files.items.add(new File([kept.text], kept.name, { type: 'text/csv' }))
  for (const field of document.querySelectorAll<HTMLElement>('.drop')) {
    const input = field.querySelector('input')
    if (!input) continue
    input.files = files.files
    sayKept(field, kept.name)
  }
}

function acceptDrops(field: HTMLElement, input: HTMLInputElement): void {
  field.addEventListener('dragover', (event) => {
    event.preventDefault()
    field.classList.add('over')
  })
  field.addEventListener('dragleave', () => field.classList.remove('over'))
  field.addEventListener('drop', (event) => {
    event.preventDefault()
    field.classList.remove('over')
    const files = event.dataTransfer?.files
    if (!files?.length) return
    input.files = files
    sayKept(field, files[0]?.name ?? '')
  })
}

function sayKept(field: HTMLElement, name: string): void {
  say(
    field,
    (field.dataset.kept ?? '').replace('{name}', () => name),
  )
}

function say(field: HTMLElement, text: string): void {
  const status = field.querySelector('[role="status"]')
  if (status) status.textContent = text
}

async function keep(file: File): Promise<void> {
  try {
    // With its byte order mark: the import page compares bytes.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    save({ name: file.name, text: decoder.decode(await file.arrayBuffer()), page: null })
  } catch {
    // Too large for `sessionStorage`: the person has to choose the file again.
    sessionStorage.removeItem(KEY)
  }
}

function save(kept: Kept): void {
  sessionStorage.setItem(KEY, JSON.stringify(kept))
}

function read(): Kept | null {
  const text = sessionStorage.getItem(KEY)
  return text === null ? null : JSON.parse(text)
}

interface Import {
  status: 'PENDING' | 'RUNNING' | 'COMPLETED'
  succeeded: number
  failed: number
}

const POLL_MS = 1_000

/** Shows an import's progress and result. */
function watchProgress(): void {
  const text = document.querySelector<HTMLElement>('[data-import]')
  const bar = document.querySelector('progress')
  if (!text || !bar) return
  const look = async () => {
    // Hidden pages don't poll.
    const path = text.dataset.import ?? ''
    const now = document.hidden ? undefined : await call<Import>('GET', path).catch(() => undefined)
    if (now?.isSuccess) {
      if (now.body.status === 'COMPLETED') return location.reload()
      bar.value = now.body.succeeded + now.body.failed
      text.textContent = (text.dataset.text ?? '').replace('{done}', String(bar.value))
    }
    setTimeout(look, POLL_MS)
  }
  setTimeout(look, POLL_MS)
}

keepFiles()
fillFiles()
watchProgress()
