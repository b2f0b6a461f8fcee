import { button, make } from '../../browser/elements.ts'
import { inUnit } from '../../units.ts'
import { TEXTS } from './page-texts.ts'
import { DELIVERY } from './report-view.ts'

/** Many proxies refuse longer URLs. */
const MAX_CHOSEN = 150

/** The chosen photos survive a reload: phones drop tabs in the background. */
const KEY = `chosen in ${DELIVERY}`

/** What to download: the photo that is open in the viewer, the chosen ones, or all files. */
type What = 'this' | 'chosen' | 'all'

/** The download: a sheet over the page, or docked below the photos while the client chooses. */
export class DownloadSheet {
  readonly #dialog: HTMLDialogElement
  /** Null while the archive is being prepared. */
  readonly #form = document.getElementById('save') as HTMLFormElement | null
  readonly #boxes = [...document.querySelectorAll<HTMLInputElement>('.choose input')]
  readonly #title: HTMLElement
  readonly #whats = make('fieldset', { className: 'what' })
  readonly #select = button(TEXTS.selectPhotos, TEXTS.selectPhotos, () => this.choose())
  readonly #clear = button(TEXTS.clearSelection, TEXTS.clear, () => this.#clearChoice())
  readonly #listeners: (() => void)[] = []
  /** The tile of the photo that is open in the viewer. */
  #photo: HTMLElement | null = null
  #isDocked = false

  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog
    this.#title = dialog.querySelector('h2') as HTMLElement
    this.#clear.className = 'clear'
    this.#select.className = 'pick'
    this.#form?.querySelector('.sizes')?.before(this.#whats, this.#select)
    this.#title.after(this.#clear)
    this.#listen()
    const isDocked = this.#restore()
    // Browsers may restore the checked boxes after Back.
    if (isDocked && this.#chosen.length > 0) this.choose()
    else this.#show()
  }

  /** Whether there are single files to download. */
  get hasChoice(): boolean {
    return this.#boxes.length > 0
  }

  /** Opens the sheet. @param photo the tile of the photo in the viewer */
  open(photo: HTMLElement | null = null): void {
    this.#photo = photo
    this.#dialog.close()
    this.#setDocked(false)
    this.#offer()
    this.#show()
    this.#dialog.showModal()
  }

  /** Lets the client choose photos. @param first a tile to select */
  choose(first?: HTMLElement): void {
    const box = first && boxOf(first)
    if (box) box.checked = true
    this.#photo = null
    this.#dialog.close()
    this.#setDocked(true)
    this.#show()
    this.#dialog.show()
  }

  isChosen(tile: HTMLElement): boolean {
    return boxOf(tile)?.checked ?? false
  }

  /** Selects or deselects a photo. */
  toggle(tile: HTMLElement): void {
    boxOf(tile)?.click()
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  say(text: string): void {
    this.#title.textContent = text
  }

  /** The tiles of the photos to download. */
  get wanted(): HTMLElement[] {
    const what = this.#what
    if (what === 'this' && this.#photo) return [this.#photo]
    const boxes = what === 'all' ? this.#boxes : this.#chosen
    return boxes.map((box) => box.closest('[data-id]') as HTMLElement)
  }

  get #chosen(): HTMLInputElement[] {
    return this.#boxes.filter(({ checked }) => checked)
  }

  get #what(): What {
    if (this.#isDocked) return 'chosen'
    const radio = this.#whats.querySelector<HTMLInputElement>(':checked')
    if (radio) return radio.value as What
    return this.#chosen.length > 0 ? 'chosen' : 'all'
  }

  #listen(): void {
    for (const box of this.#boxes) {
      box.addEventListener('change', () => {
        // Checking a photo starts selecting, except in the viewer, which stays open.
        if (this.#isDocked || document.querySelector('.viewer[open]')) this.#show()
        else this.choose()
      })
    }
    this.#whats.addEventListener('change', () => this.#show())
    this.#dialog.addEventListener('close', () => {
      if (this.#dialog.open) return
      this.#setDocked(false)
      this.#keep()
    })
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && this.#isDocked) this.#dialog.close()
    })
    this.#form?.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#download(this.#form as HTMLFormElement)
      this.#dialog.close()
    })
  }

  #setDocked(isDocked: boolean): void {
    this.#isDocked = isDocked
    document.documentElement.classList.toggle('choosing', isDocked)
  }

  #keep(): void {
    try {
      const ids = this.#chosen.map(({ value }) => value)
      if (ids.length === 0) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, JSON.stringify({ ids, isDocked: this.#isDocked }))
    } catch {}
  }

  /** Returns whether the client was choosing. */
  #restore(): boolean {
    try {
      const { ids, isDocked } = JSON.parse(sessionStorage.getItem(KEY) ?? '')
      for (const box of this.#boxes) box.checked ||= ids.includes(box.value)
      return isDocked
    } catch {
      return false
    }
  }

  #clearChoice(): void {
    for (const box of this.#boxes) box.checked = false
    this.#show()
  }

  /** Offers what to download, narrowest first. */
  #offer(): void {
    const count = this.#chosen.length
    const files = Number(this.#form?.dataset.files)
    const offered: [What, string][] = []
    if (this.#photo) offered.push(['this', TEXTS.thisPhoto])
    if (count > 0) offered.push(['chosen', TEXTS.selectedPhotos(count)])
    offered.push(['all', TEXTS.allFiles(files)])
    this.#whats.replaceChildren(
      make('legend', { textContent: TEXTS.what }),
      ...offered.map(([value, text], index) =>
        make(
          'label',
          {},
          make('input', { type: 'radio', name: 'what', value, checked: index === 0 }),
          text,
        ),
      ),
    )
    this.#select.hidden = this.#photo !== null || this.#boxes.length < 2
  }

  #show(): void {
    const { length: count } = this.#chosen
    const isFull = count >= MAX_CHOSEN
    for (const box of this.#boxes) box.disabled = isFull && !box.checked
    this.say(this.#isDocked ? this.#status(count, isFull) : TEXTS.download)
    this.#clear.hidden = !this.#isDocked || count === 0
    const submit = this.#form?.querySelector<HTMLButtonElement>('button.go')
    if (submit) {
      submit.disabled = this.#isDocked && count === 0
      submit.textContent = this.#label(this.#what, count)
    }
    this.#showSizes()
    this.#keep()
    for (const listener of this.#listeners) listener()
  }

  #status(count: number, isFull: boolean): string {
    if (count === 0) return TEXTS.tapPhotos
    return isFull ? TEXTS.selectedAtMost(count) : TEXTS.selected(count, this.#boxes.length)
  }

  #showSizes(): void {
    const what = this.#what
    const boxes = what === 'this' && this.#photo ? [boxOf(this.#photo)] : this.#chosen
    for (const [at, size] of [...this.#dialog.querySelectorAll<HTMLElement>('.bytes')].entries()) {
      const ofChosen = boxes.length === 0 ? '' : this.#formatted(bytesOf(boxes, at))
      size.textContent = what === 'all' ? (size.dataset.all ?? '') : ofChosen
    }
  }

  #label(what: What, count: number): string {
    if (what === 'all') return TEXTS.downloadFiles(Number(this.#form?.dataset.files))
    if (what === 'chosen' && count === 0) return TEXTS.download
    return TEXTS.downloadPhotos(what === 'this' ? 1 : count)
  }

  #formatted(bytes: number): string {
    const { value, options } = inUnit(bytes)
    return new Intl.NumberFormat(this.#form?.dataset.locale, options).format(value)
  }

  /** Downloads without leaving the page. The plain form opens a page that starts the download. */
  #download(form: HTMLFormElement): void {
    const size = String(new FormData(form).get('size'))
    const what = this.#what
    if (what === 'this' && this.#photo) {
      void saveFile(this.#photo, size)
      return
    }
    const query = new URLSearchParams({ size })
    if (what === 'chosen') for (const { value } of this.#chosen) query.append('media', value)
    location.assign(`${DELIVERY}/archive.zip?${query}`)
  }
}

function boxOf(tile: HTMLElement): HTMLInputElement | null {
  return tile.querySelector('.choose input')
}

/** @param at the size's index in the sheet */
function bytesOf(boxes: readonly (HTMLInputElement | null)[], at: number): number {
  return boxes.reduce((sum, box) => sum + Number(box?.dataset.bytes?.split(' ')[at]), 0)
}

/** Saves one photo as a file, or shows it if the store's CORS rules forbid reading it. */
async function saveFile(tile: HTMLElement, size: string): Promise<void> {
  const link = tile.querySelector('a')
  const original = { url: link?.dataset.original ?? '', name: link?.dataset.name ?? 'photo.jpg' }
  const { url, name } = (size === 'mls' && (await smaller(tile, original.name))) || original
  try {
    const href = URL.createObjectURL(await (await load(url)).blob())
    make('a', { href, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS)
  } catch {
    location.assign(url)
  }
}

// Browsers read the blob after the click.
const REVOKE_MS = 60_000

interface Delivery {
  media: { id: string; preview: { mlsUrl: string | null } | null }[]
}

/** The picture in MLS size. Its URL isn't on the page: 40 of them would take over a kilobyte. */
async function smaller(tile: HTMLElement, filename: string) {
  try {
    const response = await load(DELIVERY, { headers: { accept: 'application/json' } })
    const { media }: Delivery = await response.json()
    const url = media.find(({ id }) => id === tile.dataset.id)?.preview?.mlsUrl
    return url ? { url, name: `${filename.replace(/\.[^.]*$/, '')}.jpg` } : null
  } catch {
    return null
  }
}

async function load(url: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return response
}
