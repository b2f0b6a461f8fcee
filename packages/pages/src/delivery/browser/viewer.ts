import { button, make } from '../../browser/elements.ts'
import { PhotoAddress } from './address.ts'
import type { CommentPanel, Shot } from './comment-panel.ts'
import type { DownloadSheet } from './download.ts'
import { drawIcon } from './icons.ts'
import { TEXTS } from './page-texts.ts'
import { beforeOf, replacedBy } from './sent-comments.ts'
import { Zoom } from './zoom.ts'

/** Debounce of the URL while the client flips through photos, in milliseconds. */
const TURN_PAUSE = 300

/** What a delivery page adds to its viewer. */
interface Additions {
  /** @param onEnd called when the client has written a comment */
  comments?: (onEnd: () => void) => CommentPanel
  sheet?: DownloadSheet | null
}

/**
 * Creates the viewer: a scroll-snap strip of photos. Swipes, momentum and pinch are native.
 *
 * @returns a function that opens a link's photo
 */
export function openableViewer(additions: Additions = {}): (link: HTMLAnchorElement) => void {
  const all = [...document.querySelectorAll<HTMLAnchorElement>('[data-id] a')]
  const links = all.filter((link) => link.querySelector('img'))
  if (links.length === 0) return () => {}
  const viewer = new Viewer(links, additions)
  return (link) => viewer.open(link)
}

class Viewer {
  readonly #sheet: DownloadSheet | null
  readonly #address: PhotoAddress
  readonly #comments: CommentPanel | undefined
  readonly #dialog = make('dialog', {
    className: 'viewer',
    attr: { 'aria-label': TEXTS.viewer },
  })
  readonly #title = make('p', { className: 'position', attr: { role: 'status' } })
  readonly #strip = make('div', {
    className: 'strip',
    tabIndex: 0,
    attr: { role: 'group', 'aria-label': TEXTS.strip },
  })
  readonly #zoom = new Zoom(this.#strip, (isZoomed) => press(this.#enlarge, isZoomed))
  readonly #save = make('a', { className: 'button', attr: { 'aria-label': TEXTS.download } })
  readonly #enlarge = button(TEXTS.zoom, '', () => this.#toggleZoom())
  readonly #pick = button(TEXTS.select, TEXTS.select, () => this.#sheet?.toggle(this.#tile))
  readonly #before = button(TEXTS.before, TEXTS.before, () => this.#toggleBefore())
  readonly #write = button(TEXTS.comment, TEXTS.comment, () => this.#comment())
  readonly #shots: Shot[]
  #at = 0
  #turned: ReturnType<typeof setTimeout> | undefined

  constructor(links: HTMLAnchorElement[], { comments, sheet = null }: Additions) {
    this.#sheet = sheet
    this.#comments = comments?.(() => this.#write.focus())
    this.#shots = links.map((link) => this.#shot(link))
    this.#write.hidden = !this.#comments?.isOpen
    this.#write.className = 'go'
    this.#pick.hidden = !sheet?.hasChoice
    this.#save.append(drawIcon('download'))
    this.#enlarge.append(drawIcon('zoom'))
    const close = iconButton('close', () => this.#dialog.close())
    this.#dialog.append(
      make('div', { className: 'top' }, close, this.#title, this.#enlarge, this.#save),
      this.#strip,
      ...(this.#comments ? [this.#comments.element] : []),
      make(
        'div',
        { className: 'foot' },
        iconButton('previous', () => this.#turn(-1)),
        iconButton('next', () => this.#turn(1)),
        this.#before,
        this.#pick,
        this.#write,
      ),
    )
    document.body.append(this.#dialog)
    for (const toggle of [this.#enlarge, this.#before]) press(toggle, false)
    this.#listen()
    this.#address = new PhotoAddress((photo) => this.#openOrClose(photo))
  }

  open(link: HTMLAnchorElement): void {
    const shot = this.#shots.find((each) => each.link === link)
    if (shot) this.#address.open(shot.photo)
  }

  get #current(): Shot {
    return this.#shots[this.#at] as Shot
  }

  get #tile(): HTMLElement {
    return this.#current.link.closest('[data-id]') as HTMLElement
  }

  #openOrClose(photo: number | null): void {
    const index = this.#shots.findIndex((each) => each.photo === photo)
    if (index < 0) {
      this.#dialog.close()
      return
    }
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#go(index)
    this.#strip.focus()
  }

  #shot(link: HTMLAnchorElement): Shot {
    const small = link.querySelector('img') as HTMLImageElement
    const tile = link.closest('[data-id]') as HTMLElement
    const image = make('img', { alt: small.alt, decoding: 'async', sizes: '100vw' })
    if (small.hasAttribute('width')) {
      image.setAttribute('width', small.getAttribute('width') ?? '')
      image.setAttribute('height', small.getAttribute('height') ?? '')
    }
    const frame = make('div', { className: 'frame' }, image)
    this.#strip.append(make('figure', {}, frame))
    const photo = Number(tile.id.slice(1))
    const { srcset: sources } = small
    // A tap outside the text would end writing and hide the keyboard.
    frame.addEventListener('pointerdown', (event) => {
      if (this.#comments?.isWriting) event.preventDefault()
    })
    frame.addEventListener('click', (event) => this.#comments?.point(...placeIn(image, event)))
    frame.addEventListener('dblclick', (event) => {
      if (!this.#comments?.isWriting) this.#toggleZoom(...placeIn(image, event))
    })
    return { mediaId: tile.dataset.id ?? '', photo, link, frame, image, sources }
  }

  #listen(): void {
    this.#dialog.addEventListener('keydown', (event) => {
      if ((event.target as HTMLElement).tagName === 'TEXTAREA') return
      const { key } = event
      // The arrows move an enlarged photo.
      if (this.#zoom.isZoomed && key.startsWith('Arrow')) return
      if (key === 'ArrowRight') this.#turn(1)
      else if (key === 'ArrowLeft') this.#turn(-1)
      else if (key === '+' || key === '=') this.#zoom.enlarge(this.#current.image)
      else if (key === '-') this.#zoom.reset()
      else return
      event.preventDefault()
    })
    this.#dialog.addEventListener('close', () => {
      clearTimeout(this.#turned)
      this.#zoom.reset()
      this.#comments?.end()
      this.#address.close()
      this.#current.link.focus()
    })
    this.#strip.addEventListener('scroll', () => {
      // Closing the dialog scrolls the strip to its start.
      if (!this.#dialog.open) return
      const index = Math.round(Math.abs(this.#strip.scrollLeft) / this.#strip.clientWidth)
      if (index !== this.#at) this.#show(index)
    })
    this.#save.addEventListener('click', (event) => {
      // Without an archive, only the original can be saved.
      if (!this.#sheet?.hasChoice) return
      event.preventDefault()
      this.#sheet.open(this.#tile)
    })
    this.#sheet?.onChange(() => this.#showChoice())
    // Keeps the photo in place when comments or the on-screen keyboard take up space.
    new ResizeObserver(() => this.#dialog.open && this.#go(this.#at)).observe(this.#strip)
  }

  #turn(by: 1 | -1): void {
    const index = this.#at + by
    if (index >= 0 && index < this.#shots.length) this.#go(index)
  }

  #go(index: number): void {
    this.#show(index)
    this.#strip.scrollTo({ left: index * this.#strip.clientWidth, behavior: 'instant' })
  }

  #show(index: number): void {
    const shot = this.#shots[index]
    if (!shot) return
    if (index !== this.#at) {
      this.#zoom.reset()
      this.#leaveBefore()
    }
    this.#at = index
    clearTimeout(this.#turned)
    this.#turned = setTimeout(() => this.#address.turn(shot.photo), TURN_PAUSE)
    // Alterations are also disclosed next to the large picture.
    const altered = this.#tile.querySelector('.tag')?.textContent
    this.#title.textContent = [TEXTS.position(index + 1, this.#shots.length), altered]
      .filter(Boolean)
      .join(' · ')
    // Neither a locked delivery nor a website offers downloads.
    this.#save.hidden = shot.link.dataset.original === undefined
    this.#save.href = shot.link.dataset.original ?? shot.link.href
    this.#save.download = shot.link.dataset.name ?? ''
    this.#before.hidden = this.#previous === undefined
    this.#showChoice()
    for (const near of [index, index + 1, index - 1]) load(this.#shots[near])
    this.#comments?.show(shot)
  }

  #showChoice(): void {
    press(this.#pick, this.#sheet?.isChosen(this.#tile) ?? false)
  }

  #toggleZoom(x?: number, y?: number): void {
    if (this.#zoom.isZoomed) this.#zoom.reset()
    else this.#zoom.enlarge(this.#current.image, x, y)
  }

  /** The photo that the open one replaced. */
  get #previous(): Pick<Shot, 'link' | 'sources'> | undefined {
    const photo = beforeOf(this.#current.photo)
    const shown = this.#shots.find((each) => each.photo === photo)
    return shown ?? replacedBy(this.#current.photo) ?? undefined
  }

  #toggleBefore(): void {
    if (this.#leaveBefore() || !this.#previous) return
    const { link, sources } = this.#previous
    const image = make('img', { className: 'before', alt: TEXTS.before, sizes: '100vw' })
    showLarge(image, link, sources)
    this.#current.frame.append(image)
    press(this.#before, true)
  }

  /** Returns whether the previous photo was shown. */
  #leaveBefore(): boolean {
    const shown = this.#strip.querySelector('.before')
    shown?.remove()
    press(this.#before, false)
    return shown !== null
  }

  #comment(): void {
    this.#leaveBefore()
    if (this.#comments?.isFull) this.#title.textContent = TEXTS.tooMany
    else this.#comments?.write()
  }
}

function iconButton(name: 'close' | 'previous' | 'next', onclick: () => void): HTMLButtonElement {
  const made = button(TEXTS[name], '', onclick)
  made.append(drawIcon(name))
  return made
}

function press(toggle: HTMLElement, isPressed: boolean): void {
  toggle.setAttribute('aria-pressed', String(isPressed))
}

/** Where in a picture a pointer is, in fractions of its width and height. */
function placeIn(image: HTMLElement, { clientX, clientY }: MouseEvent): [x: number, y: number] {
  const { left, top, width, height } = image.getBoundingClientRect()
  const part = (at: number, size: number) =>
    Math.min(1, Math.max(0, Math.round((at / size) * 10_000) / 10_000))
  return [part(clientX - left, width), part(clientY - top, height)]
}

function load(shot: Shot | undefined): void {
  if (shot && !shot.image.src) showLarge(shot.image, shot.link, shot.sources)
}

function showLarge(image: HTMLImageElement, link: HTMLAnchorElement, sources: string): void {
  if (sources) image.srcset = `${sources}, ${link.href} ${link.dataset.width}w`
  image.src = link.href
}
